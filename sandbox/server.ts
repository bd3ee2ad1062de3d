import type { AddressInfo } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { registerActivities } from './access/activities.routes.ts';
import { registerAttachments } from './requests/parts/attachments.routes.ts';
import { registerAuthentication } from './access/authentication.ts';
import { registerBodies } from './http/body.ts';
import { CallLog, registerCallLog } from './http/callLog.ts';
import { Callbacks } from './requests/notices/callbacks.ts';
import { createClock, type Clock } from './state/clock.ts';
import type { Context } from './state/context.ts';
import { registerCredits } from './validation/credits.routes.ts';
import { registerDocuments } from './documents/documents.routes.ts';
import { createFaults, registerFaults, type Faults } from './http/faults.ts';
import { registerIdentification } from './requests/parts/identification.routes.ts';
import { registerLogin } from './access/login.routes.ts';
import { registerObservers } from './requests/parts/observers.routes.ts';
import { registerPagePictures } from './documents/pagePictures.routes.ts';
import { registerPages } from './pages/pages.routes.ts';
import { pathOf } from './http/pathPattern.ts';
import { traitsOf } from './state/dialect.ts';
import { notFound, Problem, toWire } from './http/problem.ts';
import { registerRateLimits } from './http/rateLimits.ts';
import { registerReports } from './requests/parts/reports.routes.ts';
import { registerRequestDocuments } from './requests/parts/requestDocuments.routes.ts';
import { registerSeal } from './documents/seal.routes.ts';
import { completeSettings, type Settings, type SettingsInput } from './state/settings.ts';
import { registerSignatureRequests } from './requests/request/signatureRequests.routes.ts';
import { registerSignatureQualities } from './access/signatureQualities.routes.ts';
import { registerSignatures } from './requests/parts/signatures.routes.ts';
import { createPeople, type People } from './requests/people.ts';
import { Store } from './state/store.ts';
import { registerWatch, type ReceivedCall } from './http/watch.ts';
import { registerValidation } from './validation/validation.routes.ts';

export interface SandboxOptions extends SettingsInput {
	/** 0, the default, takes any free port. */
	port?: number;
	clock?: Clock;
	/** Is told of every call with its body, before it is answered. */
	onCall?: (call: ReceivedCall) => void;
}

export interface Sandbox {
	address: string;
	validationAddress: string;
	username: string;
	apiKey: string;
	clock: Clock;
	store: Store;
	settings: Settings;
	faults: Faults;
	calls: CallLog;
	people: People;
	/** Resolves when no callback is under way. */
	settled(): Promise<void>;
	close(): Promise<void>;
}

const ENVELOPE_BYTES = 1024 * 1024;

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, clock = createClock(), onCall, ...input } = options;
	const settings = completeSettings(input);
	const [user] = settings.users;
	if (!user) throw new Error('The sandbox needs at least one user.');

	const app = fastify({
		bodyLimit: Math.ceil(settings.maxDocumentBytes / 3) * 4 + ENVELOPE_BYTES,
		forceCloseConnections: true,
	});
	const origin = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	const callbacks = new Callbacks(clock, settings);
	const context: Context = { clock, settings, store: new Store(), callbacks, origin };
	const faults = createFaults();
	const calls = new CallLog();
	const people = createPeople(context);

	registerClock(app, clock);
	if (onCall) registerWatch(app, onCall);
	registerFaults(app, faults);
	registerCallLog(app, calls, clock);
	registerBodies(app);
	registerRateLimits(app, context);
	registerAuthentication(app, context);
	registerRefusals(app, context);
	const { health } = traitsOf(settings.dialect);
	app.get('/management/health', () => health);
	registerLogin(app, context);
	registerDocuments(app, context);
	registerPagePictures(app, context);
	registerSignatureRequests(app, context);
	registerSignatures(app, context);
	registerRequestDocuments(app, context);
	registerObservers(app, context);
	registerAttachments(app, context);
	registerReports(app, context);
	registerIdentification(app, context);
	registerSeal(app, context);
	registerSignatureQualities(app, context);
	registerActivities(app, context);
	registerValidation(app, context);
	registerCredits(app, context);
	registerPages(app, context, { people, calls });

	await app.listen({ port, host: '127.0.0.1' });
	return {
		address: origin(),
		validationAddress: `${origin()}/validation`,
		username: user.username,
		apiKey: user.apiKey,
		clock,
		store: context.store,
		settings,
		faults,
		calls,
		people,
		settled: () => callbacks.settled(),
		close: async () => {
			clock.stop();
			await callbacks.close();
			await app.close();
		},
	};
}

/** Answers are dated by the sandbox's own time, which need not be that of the machine. */
function registerClock(app: FastifyInstance, clock: Clock) {
	app.addHook('onRequest', (_request, reply, done) => {
		reply.header('date', new Date(clock.now()).toUTCString());
		done();
	});
}

function registerRefusals(app: FastifyInstance, { origin }: Context) {
	app.setNotFoundHandler(() => {
		throw notFound('This path');
	});
	app.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
		const call = { method: request.method, path: pathOf(request.url), origin: origin() };
		const { status, headers, body } = toWire(asProblem(error), call);
		return reply.code(status).headers(headers).send(body);
	});
}

function asProblem(error: FastifyError | Problem): Problem {
	if (error instanceof Problem) return error;
	// The framework's own refusals, such as 413, carry their status; anything else is our defect.
	if (error.statusCode && error.statusCode < 500)
		return new Problem(error.statusCode, error.message);
	return new Problem(500, error.stack ?? error.message);
}
