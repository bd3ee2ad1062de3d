import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { CallLog } from './http/callLog.ts';
import type { Faults } from './http/faults.ts';
import type { ReceivedCall } from './http/watch.ts';
import type { Route } from './interface.ts';
import { openInbox } from './mail/inbox.ts';
import type { SmtpAddress } from './mail/smtpClient.ts';
import type { People } from './requests/people.ts';
import { playScenario, type Scenario } from './scenario.ts';
import { createService } from './service.ts';
import { createClock, type Clock } from './state/clock.ts';
import { completeSettings, type Settings, type SettingsInput } from './state/settings.ts';
import type { Store } from './state/store.ts';
import { memoryStorage, type Storage } from './storage/storage.ts';
import { stayBelow, Tenants, type Opening } from './tenants.ts';
import { useThreads } from './thread.ts';
import { ownTls, type Tls } from './tls.ts';

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
	/** HTTPS, with a certificate of its own authority or with this one. */
	tls?: true | Tls;
	/** What is there at the start, unless something was kept. */
	scenario?: Scenario;
	/** A mail server that mails are handed on to. */
	smtp?: SmtpAddress;
	/** Takes mails of others by SMTP on this port; 0 takes any free one. */
	smtpPort?: number;
	/** Where everything is kept; without it, in memory, and gone with the process. */
	dataFolder?: string;
	clock?: Clock;
	/** Sees every call with its body, before it is answered. */
	onCall?: (call: ReceivedCall) => void;
	/** For tests: an answer that is not as its route describes it fails. */
	checksAnswers?: boolean;
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
	/** PEM of the authority that callers by HTTPS have to trust, where the sandbox has its own. */
	authority?: string;
	/** Keeps callbacks back, for many at once: the answer sends so many of them, the oldest first, or ends it. */
	holdCallbacks(): (count?: number) => void;
	/** Resolves when no callback and no mail is under way. */
	settled(): Promise<void>;
	close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', publicUrl, allowedHosts = [], ...others } = options;
	const { clock = createClock(), dataFolder, smtpPort, scenario, tls: wanted, ...rest } = others;
	const { controlKey, smtp, onCall, checksAnswers, ...input } = rest;
	const settings = completeSettings(input);
	const [user] = settings.users;
	if (!user) throw new Error('The sandbox needs at least one user.');

	const names = [
		...allowedHosts,
		...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
	];
	const storage = await storageIn(dataFolder);
	const tls = wanted === true ? await keptTls(storage, names) : wanted;
	const address = () => {
		const { port: own } = service.app.server.address() as AddressInfo;
		return `${tls ? 'https' : 'http'}://127.0.0.1:${own}`;
	};
	const origin = () => (publicUrl === undefined ? address() : new URL(publicUrl).origin);
	const reached = { host, names, controlKey, onCall, checksAnswers };
	const opening: Opening = async (prefix) => {
		const own = { ...user, username: `api_demo_${randomBytes(4).toString('hex')}` };
		const account = { ...own, apiKey: randomBytes(16).toString('hex') };
		const tenant = await createService({
			...reached,
			settings: completeSettings({ ...input, users: [account] }),
			clock: createClock({ speed: clock.speed }),
			storage: memoryStorage(),
			origin: () => origin() + prefix,
			prepare: (app) => stayBelow(app, prefix),
		});
		const { username, apiKey } = account;
		return { service: tenant, account: { address: origin() + prefix, username, apiKey } };
	};
	const tenants = new Tenants(opening);
	const service = await createService({
		...{ ...reached, settings, clock, storage, origin, smtp, tenants },
		serverFactory: (handler) => {
			const listener: RequestListener = (request, response) =>
				tenants.dispatch(request, response, handler);
			return tls ? createHttps(tls, listener) : createHttp(listener);
		},
		prepare: (app) => {
			// Those who do not trust it yet fetch it here.
			app.get('/sandbox/tls.pem', (_request, reply) =>
				reply.type('application/x-pem-file').send(tls?.ca ?? ''),
			);
		},
	});

	const releaseThreads = useThreads();
	let inbox: Awaited<ReturnType<typeof openInbox>> | undefined;
	try {
		const { store } = service;
		if (smtpPort !== undefined) inbox = await openInbox({ host, port: smtpPort }, { clock, store });
		await service.app.listen({ port, host });
		service.begin();
		if (scenario) await playScenario(scenario, service, { user, controlKey });
	} catch (error) {
		inbox?.close();
		await service.close();
		releaseThreads();
		throw error;
	}
	const { store, faults, calls, people, routes, holdCallbacks, settled } = service;
	return {
		...{ store, faults, calls, people, routes, holdCallbacks, settled, clock, settings },
		address: address(),
		validationAddress: `${address()}/validation`,
		username: user.username,
		apiKey: user.apiKey,
		smtpPort: inbox?.port,
		authority: tls?.ca,
		close: async () => {
			inbox?.close();
			await tenants.closeAll();
			await service.close();
			releaseThreads();
		},
	};
}

/** SQLite is loaded by those who need it: older versions of Node warn about it. */
async function storageIn(folder: string | undefined): Promise<Storage> {
	if (folder === undefined) return memoryStorage();
	const { openDataFolder } = await import('./storage/dataFolder.ts');
	return openDataFolder(folder);
}

/** The authority outlives the process, so that those who trust it need not do so again. */
async function keptTls(storage: Storage, names: string[]): Promise<Tls> {
	const kept = storage.all('tls')[0]?.value as Tls | undefined;
	const tls = await ownTls(names, kept);
	storage.put('tls', 'own', tls);
	return tls;
}
