import type { AddressInfo } from 'node:net';
import fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import { registerAuthentication } from './access/authentication.ts';
import { registerBodies, SMALL_BODY_BYTES } from './http/body.ts';
import { CallLog, registerCallLog } from './http/callLog.ts';
import { Callbacks } from './requests/notices/callbacks.ts';
import { createClock, type Clock } from './state/clock.ts';
import type { Context } from './state/context.ts';
import { registerControl } from './control/control.routes.ts';
import { restoreSettings } from './control/settings.operations.ts';
import { registerInterface, routesOf, type Route } from './interface.ts';
import { registerDescription } from './openapi/description.routes.ts';
import { signAutomatically } from './requests/automaticSigning.ts';
import type { RequestRecord } from './state/requestRecord.ts';
import { openInbox } from './mail/inbox.ts';
import { Postman } from './mail/postman.ts';
import type { SmtpAddress } from './mail/smtpClient.ts';
import { ControlAccess } from './http/controlAccess.ts';
import { registerHostCheck } from './http/hostCheck.ts';
import { createFaults, registerFaults, type Faults } from './http/faults.ts';
import { registerPages } from './pages/pages.routes.ts';
import { pathOf } from './http/pathPattern.ts';
import { traitsOf } from './state/dialect.ts';
import { notFound, Problem, toWire } from './http/problem.ts';
import { registerRateLimits } from './http/rateLimits.ts';
import { completeSettings, type Settings, type SettingsInput } from './state/settings.ts';
import { createPeople, type People } from './requests/people.ts';
import { keepTime, restoreClock } from './state/keptClock.ts';
import { Store } from './state/store.ts';
import { memoryStorage, StorageError, type Storage } from './storage/storage.ts';
import type { StoredAuthority } from './pdf/cms/authority.ts';
import { keepAuthority } from './pdf/cms/certificate.ts';
import { resumeRequests } from './requests/resume.ts';
import { useThreads } from './thread.ts';
import { registerWatch, type ReceivedCall } from './http/watch.ts';

export interface SandboxOptions extends SettingsInput {
	/** 0, the default, takes any free port. */
	port?: number;
	/** Where to listen; 127.0.0.1, the default, is reached from this machine only. */
	host?: string;
	/** Under which address others reach it; links in mails and on pages begin with it. */
	publicUrl?: string;
	/** Further names under which it may be called. */
	allowedHosts?: string[];
	/** Who gives it may control the sandbox from other machines. */
	controlKey?: string;
	/** A mail server that mails are handed on to. */
	smtp?: SmtpAddress;
	/** Takes mails of others by SMTP on this port; 0 takes any free one. */
	smtpPort?: number;
	/** Where everything is kept; without it, in memory, and gone with the process. */
	dataFolder?: string;
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
	/** All that can be called, as the framework writes it: `/v2/documents/:id`. */
	routes: Route[];
	/** Where it takes mails of others, if it does. */
	smtpPort?: number;
	/** Resolves when no callback and no mail is under way. */
	settled(): Promise<void>;
	close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', publicUrl, allowedHosts = [], ...others } = options;
	const { clock = createClock(), controlKey, dataFolder, onCall, ...rest } = others;
	const { smtp, smtpPort, ...input } = rest;
	const settings = completeSettings(input);
	const initial = { ...settings };
	const [user] = settings.users;
	if (!user) throw new Error('The sandbox needs at least one user.');

	const app: FastifyInstance = fastify({
		bodyLimit: SMALL_BODY_BYTES,
		forceCloseConnections: true,
		// An address that no route can take, which no hook sees.
		frameworkErrors: (error, request, reply) => {
			setHeaders(reply, clock);
			return refuse(error, request, reply, origin());
		},
	});
	const address = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	const origin = () => (publicUrl === undefined ? address() : new URL(publicUrl).origin);
	const storage = await storageIn(dataFolder);
	const store = new Store(storage);
	restoreClock(clock, store);
	restoreSettings(settings, store);
	await restoreAuthority(store);
	const callbacks = new Callbacks(clock, settings, store);
	const onWaiting = (request: RequestRecord) => signAutomatically(request, people, context);
	const context: Context = { clock, settings, store, callbacks, onWaiting, origin };
	const faults = createFaults();
	const calls = new CallLog();
	const people = createPeople(context);

	const routes = routesOf(app);
	registerHeaders(app, clock);
	registerHostCheck(app, { host, names: [...allowedHosts, ...hostnamesOf(publicUrl)] });
	if (onCall) registerWatch(app, onCall);
	registerFaults(app, faults);
	const postman = smtp && new Postman(smtp, store, clock);
	registerKeeping(app, context, () => postman?.deliver());
	registerCallLog(app, calls, clock);
	registerBodies(app, settings);
	registerRateLimits(app, context);
	registerAuthentication(app, context);
	registerRefusals(app, context);
	const { health } = traitsOf(settings.dialect);
	app.get('/management/health', () => health);
	registerInterface(app, context);
	const access = new ControlAccess(controlKey);
	registerPages(app, context, { people, calls, control: access });
	registerDescription(app, context);
	const desk = {
		...{ ...context, people, faults, calls, callbacks },
		resume: () => resume(context, callbacks),
	};
	registerControl(app, desk, { initial, access });

	const releaseThreads = useThreads();
	let inbox: Awaited<ReturnType<typeof openInbox>> | undefined;
	try {
		if (smtpPort !== undefined) inbox = await openInbox({ host, port: smtpPort }, { clock, store });
		await app.listen({ port, host });
	} catch (error) {
		inbox?.close();
		storage.close();
		releaseThreads();
		throw error;
	}
	resume(context, callbacks);
	postman?.deliver();
	return {
		address: address(),
		validationAddress: `${address()}/validation`,
		username: user.username,
		apiKey: user.apiKey,
		clock,
		store: context.store,
		settings,
		faults,
		calls,
		people,
		routes,
		smtpPort: inbox?.port,
		settled: async () => {
			await callbacks.settled();
			await postman?.settled();
		},
		close: async () => {
			clock.stop();
			inbox?.close();
			await postman?.settled();
			await callbacks.close();
			await app.close();
			releaseThreads();
			await store.commit();
			storage.close();
		},
	};
}

const hostnamesOf = (publicUrl: string | undefined) =>
	publicUrl === undefined ? [] : [new URL(publicUrl).hostname];

/** SQLite is loaded by those who need it: older versions of Node warn about it. */
async function storageIn(folder: string | undefined): Promise<Storage> {
	if (folder === undefined) return memoryStorage();
	const { openDataFolder } = await import('./storage/dataFolder.ts');
	return openDataFolder(folder);
}

/** What was signed under an earlier process is still trusted. */
async function restoreAuthority(store: Store) {
	const stored = store.single.get('authority') as StoredAuthority | undefined;
	store.single.set('authority', await keepAuthority(stored));
}

function resume(context: Context, callbacks: Callbacks) {
	resumeRequests(context);
	callbacks.resume();
	// A clock that stands still would never come to what is already due.
	if (context.clock.speed === 0) void context.clock.advance(0);
}

/** An answer goes out when what it tells is kept for good. */
function registerKeeping(app: FastifyInstance, { clock, store }: Context, onKept: () => void) {
	app.addHook('onSend', async (_request, reply, payload) => {
		try {
			await store.commit();
			onKept();
			return payload;
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			reply.code(503).type('text/plain; charset=utf-8');
			return error.message;
		}
	});
	clock.afterwards(async () => {
		keepTime(clock, store);
		// The next call tells whoever makes it that the disk takes nothing.
		await store.commit().catch(() => undefined);
		onKept();
	});
}

/** Answers are dated by the sandbox's own time, which need not be that of the machine. */
function registerHeaders(app: FastifyInstance, clock: Clock) {
	app.addHook('onRequest', (_request, reply, done) => {
		setHeaders(reply, clock);
		done();
	});
}

function setHeaders(reply: FastifyReply, clock: Clock) {
	reply.header('date', new Date(clock.now()).toUTCString());
	// An uploaded file is never taken for a page of ours.
	reply.header('x-content-type-options', 'nosniff');
}

function registerRefusals(app: FastifyInstance, { origin }: Context) {
	app.setNotFoundHandler(() => {
		throw notFound('This path');
	});
	app.setErrorHandler<FastifyError | Problem>((error, request, reply) =>
		refuse(error, request, reply, origin()),
	);
}

function refuse(
	error: FastifyError | Problem,
	request: FastifyRequest,
	reply: FastifyReply,
	origin: string,
) {
	const call = { method: request.method, path: pathOf(request.url), origin };
	const { status, headers, body } = toWire(asProblem(error), call);
	return reply.code(status).headers(headers).send(body);
}

const OUR_DEFECT =
	'The sandbox has made a mistake. Its console says which; please report it, and repeat the call.';

function asProblem(error: FastifyError | Problem): Problem {
	if (error instanceof Problem) return error;
	// The framework's own refusals, such as 413, carry their status; anything else is our defect.
	if (error.statusCode && error.statusCode < 500)
		return new Problem(error.statusCode, error.message);
	console.error(error);
	return new Problem(500, OUR_DEFECT);
}
