/** A started sandbox and an engine whose credential points to it, in either dialect. */
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import type { ReceivedCall } from '../../../sandbox/http/watch.ts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.ts';
import { DIALECT_SETTINGS, type Dialect } from '../../../sandbox/state/dialect.ts';
import { createEngine, type Engine, type NodeRun, type RunResult } from '../engine/engine.ts';
import { smallPdf } from '../files/pdf.ts';
import { closeSandboxes, returnSandbox, takeSandbox, type PooledOptions } from './sandboxPool.ts';
import { expectNoSecret } from './secrets.ts';
import { closeWebhooks } from '../engine/webhookHost.ts';
import { isDescribed, wireFaults, type WireCall } from '../../wire/calls.ts';

export interface Service {
	sandbox: Sandbox;
	engine: Engine;
	/** Runs the Document node; fails when a secret stands anywhere in the execution. */
	document: (operation: string, parameters?: INodeParameters, run?: Run) => Promise<RunResult>;
	/** Runs the Request node in the same way. */
	request: (
		resource: string,
		operation: string,
		parameters?: INodeParameters,
		run?: Run,
	) => Promise<RunResult>;
	/** Runs the Seal node in the same way. */
	seal: (parameters?: INodeParameters, run?: Run) => Promise<RunResult>;
	/** Runs the Validation node in the same way. */
	validation: (operation: string, parameters?: INodeParameters, run?: Run) => Promise<RunResult>;
	/** Creates a request past the nodes, in a way that fits the version; v3 leaves a draft. */
	addRequest: (version?: string, more?: object) => Promise<AddedRequest>;
	/** Puts a document into the service, past the nodes. */
	addDocument: (title?: string, pdf?: Buffer) => Promise<string>;
	/** A new token, obtained past the nodes. */
	logIn: () => Promise<string>;
	/** What the nodes have sent so far, the logins too. */
	wire: WireCall[];
	/** What an authenticated call past the nodes answers with. */
	call: (path: string, init?: RequestInit) => Promise<Response>;
	/** The same for JSON; fails when it is refused. */
	post: (path: string, body: object) => Promise<unknown>;
}

/** `asTool`: an agent calls the node. */
type Run = Omit<NodeRun, 'type' | 'parameters'> & { asTool?: boolean };

export interface AddedRequest {
	id: string;
	document_id: string;
	signatures: Array<{ sid: string; signer_email_address: string }>;
}

/** Marks calls of the tests themselves. */
export const PAST_THE_NODES = 'x-past-the-nodes';
/** They have an account, unless a test says otherwise. */
const PEOPLE = ['ann', 'bob', 'cid', 'cleo', 'eve'].map((name) => `${name}@example.com`);
/** A larger body is not worth reading: all of it is content. */
const LARGEST_READ_BYTES = 4_000_000;

const open = new Set<Sandbox>();
const held = new Set<Held>();

async function closeServices() {
	await Promise.all([...open].map(returnSandbox));
	open.clear();
	closeWebhooks();
	const services = [...held].map((one) => ({ ...one, wire: one.wire.splice(0) }));
	for (const one of held) if (!one.isLasting) held.delete(one);
	services.forEach(expectAllOnTheWire);
}

// Here and not beside the engine, which the benchmarks use outside jest.
afterEach(closeServices);
// After `it.concurrent` jest calls no afterEach, and what stays open keeps its worker from ending.
afterAll(async () => {
	await closeServices();
	await closeSandboxes();
});

/** What is looked at when a test has ended. */
interface Held {
	/** As the credential says; a service may speak otherwise. */
	spoken: Dialect;
	wire: WireCall[];
	beyondTheWire: string[];
	isLasting: boolean;
}

export interface ServiceOptions extends PooledOptions {
	onCall?: SandboxOptions['onCall'];
	credential?: ICredentialDataDecryptedObject;
	/** It stays for the tests that follow; the caller closes its sandbox. */
	isLasting?: boolean;
	/**
	 * Places such as `body.brand_new` that hold, on purpose, what no dialect describes. All else that the nodes
	 * send is held against the description of their dialect when the test ends.
	 */
	beyondTheWire?: string[];
}

export async function startService({
	credential,
	beyondTheWire = [],
	isLasting = false,
	onCall,
	...options
}: ServiceOptions = {}): Promise<Service> {
	const wire: WireCall[] = [];
	const sandbox = await takeSandbox(
		{ checksAnswers: true, accounts: PEOPLE, ...options },
		(call) => {
			onCall?.(call);
			if (call.headers[PAST_THE_NODES] === undefined) wire.push(readCall(call));
		},
	);
	if (!isLasting) open.add(sandbox);
	const spoken = (credential?.dialect as Dialect | undefined) ?? sandbox.settings.dialect;
	held.add({ spoken, wire, beyondTheWire, isLasting });
	const engine = await createEngine({
		username: sandbox.username,
		apiKey: sandbox.apiKey,
		region: 'custom',
		signingAddress: sandbox.address,
		validationAddress: sandbox.validationAddress,
		...credentialFor(sandbox.settings.dialect),
		...credential,
	});
	const runNode = async (
		node: string,
		parameters: INodeParameters,
		{ asTool = false, ...run }: Run = {},
	) => {
		const type = `eSignature${node}${asTool ? 'Tool' : ''}`;
		const result = await engine.run({ type, parameters, ...run });
		expectNoSecret(result, secretsOf(engine));
		return result;
	};
	let token: string | undefined;
	const service: Service = {
		sandbox,
		engine,
		wire,
		document: async (operation, parameters, run) =>
			await runNode('Document', { resource: 'document', operation, ...parameters }, run),
		request: async (resource, operation, parameters, run) =>
			await runNode('Request', { resource, operation, ...parameters }, run),
		seal: async (parameters, run) =>
			await runNode('Seal', { resource: 'seal', operation: 'seal', ...parameters }, run),
		validation: async (operation, parameters, run) =>
			await runNode('Validation', { resource: 'validation', operation, ...parameters }, run),
		addRequest: async (version = 'v2', more = {}) => {
			const document =
				version === 'v3'
					? await documentOfV3(service)
					: { content: smallPdf.toString('base64'), content_type: 'application/pdf' };
			const body = { title: 'Contract', ...document, ...more };
			return (await service.post(`/${version}/signature-requests`, body)) as AddedRequest;
		},
		addDocument: async (title = 'Contract', pdf = smallPdf) => {
			const body = { title, content: pdf.toString('base64'), content_type: 'application/pdf' };
			return ((await service.post('/v2/documents', body)) as { id: string }).id;
		},
		logIn: async () => await logIn(sandbox),
		call: async (path, init) => {
			token ??= await service.logIn();
			return await fetch(sandbox.address + path, {
				...init,
				headers: { ...init?.headers, authorization: `Bearer ${token}`, [PAST_THE_NODES]: 'yes' },
			});
		},
		post: async (path, body) => {
			const headers = { 'content-type': 'application/json' };
			const init = { method: 'POST', headers, body: JSON.stringify(body) };
			const response = await service.call(path, init);
			if (!response.ok) throw new Error(await response.text());
			return await response.json();
		},
	};
	return service;
}

/** By both names, so that either dialect finds it. */
async function documentOfV3(service: Service): Promise<object> {
	const id = await service.addDocument();
	return { document_id: id, documents: [{ id }] };
}

/** What a user of a custom address chooses so that the nodes speak as the sandbox does. */
function credentialFor(dialect: Dialect): ICredentialDataDecryptedObject {
	return { dialect, placeholderPrefix: DIALECT_SETTINGS[dialect].placeholderPrefix };
}

function readCall({ method, path, query, headers, body }: ReceivedCall): WireCall {
	const isJson = headers['content-type']?.startsWith('application/json') ?? false;
	const call = { method, path, query };
	if (!isJson || body === undefined) return call;
	if (body.length > LARGEST_READ_BYTES) return { ...call, isUnread: true };
	return { ...call, body: JSON.parse(body.toString()) as unknown };
}

/** Fails when something that the nodes have sent is not what their dialect describes; wire.test.ts names what is not described. */
function expectAllOnTheWire({ spoken, wire, beyondTheWire }: Held): void {
	const described = wire.filter(isDescribed);
	expect(described.flatMap((call) => wireFaults(spoken, call, beyondTheWire))).toEqual([]);
}

/** Nothing listens there: a port that was free a moment ago may be another test's by now. */
export const NO_ONE = 'http://127.0.0.1:1';

export function secretsOf({ credential }: Engine): string[] {
	const { apiKey, sessionToken, validationToken } = credential.read();
	return [apiKey, sessionToken, validationToken].map(String);
}

async function logIn({ address, username, apiKey }: Sandbox): Promise<string> {
	const response = await fetch(`${address}/v2/access/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', [PAST_THE_NODES]: 'yes' },
		body: JSON.stringify({ username, 'api-key': apiKey }),
	});
	return await response.text();
}

/** A fixed value of a field that picks from a list. */
export function byId(value: string) {
	return { __rl: true, mode: 'id', value };
}
