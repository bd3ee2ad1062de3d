import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Dialect } from '../../../../sandbox/state/dialect.ts';
import { nodes } from '../../../support/operations/descriptions.ts';
import { createEngine } from '../../../support/engine/engine.ts';
import type { RunResult } from '../../../support/engine/engine.ts';
import { startPdfHost } from '../../../support/files/pdfHost.ts';
import { expectNoSecret } from '../../../support/service/secrets.ts';
import { secretsOf, startService } from '../../../support/service/service.ts';
import type { Service } from '../../../support/service/service.ts';
import { rowOf } from '../allRows.ts';
import { offered } from '../cells.ts';
import type { OfferedOperation } from '../cells.ts';
import { headOf } from '../form.ts';
import type { Row, Stage } from '../row.ts';
import { ACCOUNTS } from '../scene.ts';
import { issueCertificates } from './certificates.ts';
import { kinds } from './kinds.ts';
import type { Kind, Place } from './kinds.ts';
import { hasResults, lineOf, lookAfter, readPage, withoutPlace, writePage } from './page.ts';
import type { Outcome } from './page.ts';
import { GIGABYTES, openWire, startSecureServer, Trace } from './wire.ts';

const PAGE = 'docs/faults.md';
/** `new` leaves the results of the others as they stand there. */
const update = process.env.UPDATE_FAULTS;
const isAll = process.env.FAULTS === 'all';
/** Only ends what hangs: a machine may have much else to do. */
const LONGEST_MS = 1_800_000;
/** Most of the time they wait for the next attempt. */
const AT_ONCE = 150;
const HEAVY_AT_ONCE = 2;

interface Operation extends OfferedOperation {
	/** As the README has it. */
	name: string;
	row: Row;
}

const operations: Operation[] = offered.map((one) => {
	const { resource, operation } = one;
	const shown = nodes
		.flatMap((node) => node.operations)
		.find((other) => other.resource === resource && other.operation === operation)!;
	return { ...one, name: `${shown.resourceName}: ${shown.name}`, row: rowOf(one) };
});
const looks = new Map(operations.flatMap(({ name, endpoints }) => lookAfter(name, endpoints[0]!)));

/** One that reads, one that uploads, one that creates, one that downloads. */
const SAMPLE = ['document get', 'document upload', 'request create', 'document download'];

interface Case {
	kind: Kind;
	operation: Operation;
}

const isInSample = ({ resource, operation }: Operation) =>
	SAMPLE.includes(`${resource} ${operation}`);

/** Which operations meet it, and which of these the page names. */
const whoMeets = ({ needsBody }: Kind) =>
	operations.filter(({ acts }) => !needsBody || acts === 'once');
const whoIsNamed = (kind: Kind) =>
	whoMeets(kind).filter((one) => !kind.isSampled || isInSample(one));

const results = readPage(readFileSync(PAGE, 'utf8'));
const isWanted = ({ name }: Operation) => update !== 'new' || !hasResults(results, name);

const cases: Case[] = kinds.flatMap((kind) =>
	(isAll ? whoMeets(kind) : whoIsNamed(kind))
		.filter(isWanted)
		.map((operation) => ({ kind, operation })),
);

/** For the operations that only one dialect offers there is a service that speaks it. */
interface Scene {
	service: Service;
	wire: Awaited<ReturnType<typeof openWire>>;
	tokens: ICredentialDataDecryptedObject;
}
let scenes: Record<Dialect, Scene>;
let host: Awaited<ReturnType<typeof startPdfHost>>;
let certificates: Awaited<ReturnType<typeof issueCertificates>>;
let places: Record<Place, string>;
const closings: Array<() => void> = [];

beforeAll(async () => {
	host = await startPdfHost();
	scenes = { contract: await openScene('contract'), public: await openScene('public') };
	certificates = await issueCertificates();
	const { expired, ofAnotherHost, selfSigned } = certificates;
	const secure = await Promise.all([expired, ofAnotherHost, selfSigned].map(startSecureServer));
	closings.push(...secure.map(({ close }) => close));
	const [one, two, three] = secure.map(({ address }) => address);
	places = {
		noOne: await whereNoOneListens(),
		expired: one!,
		ofAnotherHost: two!,
		selfSigned: three!,
	};
});

async function openScene(dialect: Dialect): Promise<Scene> {
	const accounts = ACCOUNTS;
	const service = await startService({ dialect, isLasting: true, rateLimits: [], accounts });
	const wire = await openWire(service.sandbox.address);
	return { service, wire, tokens: await logInEverywhere(service) };
}

afterAll(async () => {
	closings.forEach((close) => close());
	certificates.forget();
	for (const { service, wire } of Object.values(scenes)) {
		wire.close();
		await service.sandbox.close();
	}
	await host.close();
});

async function whereNoOneListens(): Promise<string> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await new Promise((closed) => server.close(closed));
	return `http://127.0.0.1:${port}`;
}

/** As in an n8n that has worked for a while: the fault meets the call, and not the login before it. */
async function logInEverywhere(service: Service): Promise<ICredentialDataDecryptedObject> {
	const { username, apiKey, validationAddress } = service.sandbox;
	const response = await fetch(`${validationAddress}/v1/access/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-past-the-nodes': 'yes' },
		body: JSON.stringify({ username, 'api-key': apiKey }),
	});
	return { sessionToken: await service.logIn(), validationToken: await response.text() };
}

interface Seen {
	outcome: Outcome;
	look?: string;
	trace: Trace;
}

async function meet({ kind, operation }: Case, name: string): Promise<Seen> {
	const { row, versions, dialects } = operation;
	const dialect = dialects[0]!;
	const { service, wire, tokens } = scenes[dialect];
	const version = versions.includes('v2') ? 'v2' : versions.at(-1)!;
	const stage: Stage = {
		version,
		dialect,
		service,
		pdfAddress: `${host.address}/a.pdf`,
	};
	const form = await row.minimal(stage);
	const way = kind.wire && wire.wayFor(name, { call: operation.call, fault: kind.wire });
	const address = way?.address ?? places[kind.place!];
	const trace = way?.trace ?? new Trace();
	const engine = await createEngine({
		...service.engine.credential.read(),
		...tokens,
		signingAddress: address,
		validationAddress: `${address}/validation`,
	});
	const result = await engine.run({
		type: operation.node,
		parameters: { ...headOf({ ...operation, version }), ...form.parameters },
		items: form.items,
	});
	expectNoSecret(result, secretsOf(engine));
	const { reads, look } = withoutPlace(wordsOf(result));
	const afterwards = afterwardsOf(operation, trace, service);
	const { arrived: sent, reached } = trace;
	return { outcome: { operation: operation.name, reads, sent, reached, afterwards }, look, trace };
}

const SUCCESS = '– (it succeeds)';

/** Ids differ from one run to the next. */
function wordsOf({ error }: RunResult): string {
	if (!error) return SUCCESS;
	const text = `**${error.message}** ${error.description ?? ''}`;
	return text.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '…').trim();
}

/** Others answer with what was there before. */
const MAKING = ['/documents', '/signature-requests'];

function afterwardsOf({ acts, call }: Operation, { done, made }: Trace, service: Service): string {
	if (acts === undefined) return 'as before';
	if (done === 0) return 'not done';
	if (!MAKING.includes(String(call.path))) return 'done';
	const { store } = service.sandbox;
	const requests = made.filter((id) => store.request(id)).length;
	const documents = made.filter((id) => store.document(id)).length;
	const things = [
		...(requests > 0 ? [`${requests} new request`] : []),
		...(documents > 0 ? [`${documents} new document`] : []),
	];
	return ['done', ...things].join(', ');
}

async function meetAll(): Promise<Map<Case, Seen>> {
	const seen = new Map<Case, Seen>();
	const work = async (left: Case[]) => {
		for (let next = left.shift(); next; next = left.shift()) {
			seen.set(next, await meet(next, `way-${cases.indexOf(next)}`));
		}
	};
	const light = cases.filter(({ kind }) => !kind.isHeavy);
	await Promise.all(Array.from({ length: AT_ONCE }, async () => await work(light)));
	const heavy = cases.filter(({ kind }) => kind.isHeavy);
	await Promise.all(Array.from({ length: HEAVY_AT_ONCE }, async () => await work(heavy)));
	return new Map(cases.map((one) => [one, seen.get(one)!]));
}

it(
	'every operation explains every fault as the page shows it, and sends nothing twice',
	async () => {
		const seen = await meetAll();
		expect(unsuccessful(seen)).toEqual([]);
		expect(withoutLook(seen)).toEqual([]);
		expect(doubled(seen)).toEqual([]);
		expect(unread(seen)).toEqual([]);
		if (update) writeResults(seen);

		for (const kind of kinds) {
			const there = whoIsNamed(kind).map(({ name }) => name);
			expect([...results.get(kind.title)!.keys()].sort()).toEqual(there.sort());
		}
		const stale = [...seen]
			.filter(([{ kind, operation }]) => !kind.isSampled || isInSample(operation))
			.map(([{ kind }, { outcome }]) => ({
				title: kind.title,
				operation: outcome.operation,
				line: lineOf(outcome),
			}))
			.filter(({ title, operation, line }) => results.get(title)?.get(operation) !== line);
		expect(stale.map((one) => ({ ...one, refresh: REFRESH }))).toEqual([]);
	},
	LONGEST_MS,
);

const REFRESH = 'UPDATE_FAULTS=1 node scripts/run.mjs jest test/workflows/matrix/faults';

/** A late answer is no fault: an operation that fails then may have no route in the sandbox. */
function unsuccessful(seen: Map<Case, Seen>): string[] {
	return [...seen]
		.filter(([{ kind }, { outcome }]) => kind.title === 'Slow' && outcome.reads !== SUCCESS)
		.map(
			([, { outcome }]) => `${outcome.operation} fails; is its route in sandbox/? ${outcome.reads}`,
		);
}

/** Whose errors do not say what the operation's own call has for a lost answer. */
function withoutLook(seen: Map<Case, Seen>): string[] {
	const wrong = [...seen.values()]
		.filter(({ outcome, look }) => look !== undefined && look !== looks.get(outcome.operation))
		.map(({ outcome, look }) => `${outcome.operation}: "${look}" instead of a lostAnswer`);
	return [...new Set(wrong)];
}

/** What must not happen twice, and was sent twice. */
function doubled(seen: Map<Case, Seen>): string[] {
	return [...seen]
		.filter(([{ operation }, { trace }]) => operation.acts === 'once' && trace.arrived > 1)
		.map(([{ kind, operation }]) => `${operation.name}, ${kind.title}`);
}

/** Where gigabytes come, reading has to end long before they do. */
const MOST_READ_BYTES = GIGABYTES / 4;

function unread(seen: Map<Case, Seen>): string[] {
	return [...seen]
		.filter(([, { trace }]) => trace.sentBytes > MOST_READ_BYTES)
		.map(
			([{ kind, operation }, { trace }]) => `${operation.name}, ${kind.title}: ${trace.sentBytes}`,
		);
}

function writeResults(seen: Map<Case, Seen>): void {
	for (const [{ kind, operation }, { outcome }] of seen) {
		if (kind.isSampled && !isInSample(operation)) continue;
		const lines = results.get(kind.title) ?? new Map<string, string>();
		results.set(kind.title, lines.set(operation.name, lineOf(outcome)));
	}
	writeFileSync(PAGE, writePage(kinds, results, looks));
}
