import type { Server } from 'node:http';
import fastify, {
	type FastifyInstance,
	type FastifyServerFactory,
	type RawRequestDefaultExpression as RawRequest,
} from 'fastify';
import { registerAuthentication } from './access/authentication.ts';
import { registerControl } from './control/control.routes.ts';
import type { TenantsDesk } from './control/operation.ts';
import { restoreSettings } from './control/settings.operations.ts';
import { registerAnswerCheck } from './http/answerCheck.ts';
import { refuse, refuseUnreadable, registerHeaders, registerRefusals } from './http/answering.ts';
import { setHeaders } from './http/answering.ts';
import { registerBodies, SMALL_BODY_BYTES } from './http/body.ts';
import { CallLog, registerCallLog } from './http/callLog.ts';
import { ControlAccess } from './http/controlAccess.ts';
import { createFaults, registerFaults } from './http/faults.ts';
import { registerHostCheck } from './http/hostCheck.ts';
import { registerRateLimits } from './http/rateLimits.ts';
import { registerWatch, type ReceivedCall } from './http/watch.ts';
import { registerInterface, routesOf } from './interface.ts';
import { Postman } from './mail/postman.ts';
import type { SmtpAddress } from './mail/smtpClient.ts';
import { registerDescription } from './openapi/description.routes.ts';
import { registerPages } from './pages/pages.routes.ts';
import type { StoredAuthority } from './pdf/cms/authority.ts';
import { keepAuthority } from './pdf/cms/certificate.ts';
import { signAutomatically } from './requests/automaticSigning.ts';
import { Callbacks } from './requests/notices/callbacks.ts';
import { createPeople } from './requests/people.ts';
import { resumeRequests } from './requests/resume.ts';
import { resumeSendTos } from './sendTo/sendTo.ts';
import type { Clock } from './state/clock.ts';
import type { Context } from './state/context.ts';
import { traitsOf } from './state/dialect.ts';
import { keepTime, restoreClock } from './state/keptClock.ts';
import type { RequestRecord } from './state/requestRecord.ts';
import type { Settings } from './state/settings.ts';
import { Store } from './state/store.ts';
import { StorageError, type Storage } from './storage/storage.ts';

interface ServiceOptions {
	settings: Settings;
	clock: Clock;
	storage: Storage;
	/** The address that callers use; asked once it listens. */
	origin: () => string;
	/** Where it listens, and by which other names it may be called. */
	host: string;
	names: string[];
	controlKey?: string;
	smtp?: SmtpAddress;
	onCall?: (call: ReceivedCall) => void;
	/** For tests: an answer that is not as its route describes it fails. */
	checksAnswers?: boolean;
	serverFactory?: FastifyServerFactory<Server>;
	tenants?: TenantsDesk;
	/** Sees the service before any of its routes. */
	prepare?: (app: FastifyInstance) => void;
}

export type Service = Awaited<ReturnType<typeof createService>>;

/** One account with all that belongs to it, which does not listen by itself. */
export async function createService(options: ServiceOptions) {
	const { settings, clock, storage, origin, host, names, controlKey, smtp, onCall } = options;
	const initial = { ...settings };
	const app: FastifyInstance = fastify({
		bodyLimit: SMALL_BODY_BYTES,
		exposeHeadRoutes: false,
		rewriteUrl: headAsGet,
		forceCloseConnections: true,
		clientErrorHandler: refuseUnreadable,
		...(options.serverFactory && { serverFactory: options.serverFactory }),
		// An address that no route can take, which no hook sees.
		frameworkErrors: (error, request, reply) => {
			setHeaders(reply, clock);
			return refuse(error, request, reply, origin());
		},
	});
	const store = new Store(storage);
	restoreClock(clock, store);
	restoreSettings(settings, store);
	await restoreAuthority(store);
	const faults = createFaults();
	const callbacks = new Callbacks({ clock, settings, store, faults });
	const onWaiting = (request: RequestRecord) => signAutomatically(request, people, context);
	const context: Context = { clock, settings, store, callbacks, onWaiting, origin };
	const people = createPeople(context);
	const calls = new CallLog();
	const postman = smtp && new Postman(smtp, store, clock);

	const routes = routesOf(app);
	options.prepare?.(app);
	registerHeaders(app, clock);
	registerHostCheck(app, { host, names });
	if (onCall) registerWatch(app, onCall);
	registerFaults(app, faults);
	registerKeeping(app, context, () => postman?.deliver());
	registerCallLog(app, calls, clock);
	if (options.checksAnswers) registerAnswerCheck(app);
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
	const resume = () => resumeService(context, callbacks);
	const { tenants } = options;
	const desk = { ...context, people, faults, calls, callbacks, resume, tenants };
	registerControl(app, { ...desk, showsAddresses: access.needsKey }, { initial, access, routes });

	return {
		...{ app, store, faults, calls, people, routes },
		/** Takes up what was due before. */
		begin: () => {
			resume();
			postman?.deliver();
		},
		holdCallbacks: () => callbacks.hold(),
		settled: async () => {
			await callbacks.settled();
			await postman?.settled();
		},
		close: async () => {
			clock.stop();
			await postman?.settled();
			await callbacks.close();
			await app.close();
			await store.commit();
			storage.close();
		},
	};
}

/** Node leaves out the body. A route of its own for each would take a third of the time in which a sandbox starts. */
function headAsGet(request: RawRequest): string {
	if (request.method === 'HEAD') request.method = 'GET';
	return request.url ?? '/';
}

/** What was signed under an earlier process is still trusted. */
async function restoreAuthority(store: Store) {
	const stored = store.single.get('authority') as StoredAuthority | undefined;
	store.single.set('authority', await keepAuthority(stored));
}

function resumeService(context: Context, callbacks: Callbacks) {
	resumeRequests(context);
	resumeSendTos(context);
	callbacks.resume();
	// A clock that stands still would never come to what is already due.
	if (context.clock.speed === 0) void context.clock.advance(0);
}

/** An answer goes out when what it says is kept for good. */
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
		// The next call is answered with 503 where the disk takes nothing.
		await store.commit().catch(() => undefined);
		onKept();
	});
}
