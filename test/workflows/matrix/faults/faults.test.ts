/**
 * Operations meet faults: the error is right, and nothing is sent twice. Each meets a lost answer, after which it says how
 * to find out, and an answer of another kind; a sample meets all that the transport treats alike.
 */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Dialect } from '../../../../sandbox/state/dialect.ts';
import { nodes } from '../../../support/operations/descriptions.ts';
import { createEngine, type RunResult } from '../../../support/engine/engine.ts';
import { startFiles } from '../../../sandbox/files.ts';
import { smallPdf } from '../../../support/files/pdf.ts';
import { expectNoSecret } from '../../../support/service/secrets.ts';
import { NO_ONE, secretsOf, startService, type Service } from '../../../support/service/service.ts';
import { rowOf } from '../allRows.ts';
import { mayRepeat, nameOf, offered, type OfferedOperation } from '../cells.ts';
import { headOf } from '../form.ts';
import type { Row, Stage } from '../row.ts';
import { ACCOUNTS } from '../scene.ts';
import { kinds, type Kind, type Place } from './kinds.ts';
import { GIGABYTES, openWire, startUntrusted, Trace } from './wire.ts';

/** Only ends what hangs: a machine may have much else to do. */
const LONGEST_MS = 1_800_000;
/** Most of the time they wait for the next attempt. */
const AT_ONCE = 150;

interface Operation extends OfferedOperation {
	/** As the form shows it. */
	name: string;
	row: Row;
}

/** Without those that work on this computer alone: no fault of the wire meets them. */
const calling = offered.filter(({ endpoints }) => endpoints.length > 0);

const operations: Operation[] = calling.map((one) => {
	const { resource, operation } = one;
	const shown = nodes
		.flatMap((node) => node.operations)
		.find((other) => other.resource === resource && other.operation === operation)!;
	return { ...one, name: `${shown.resourceName}: ${shown.name}`, row: rowOf(one) };
});

interface Case {
	kind: Kind;
	operation: Operation;
}

const cases: Case[] = kinds.flatMap((kind) =>
	operations
		.filter((one) => kind.sample?.includes(nameOf(one)) ?? true)
		.map((operation) => ({ kind, operation })),
);

/** For the operations that only one dialect offers there is a service that speaks it. */
interface Scene {
	service: Service;
	wire: Awaited<ReturnType<typeof openWire>>;
	tokens: ICredentialDataDecryptedObject;
}
let scenes: Record<Dialect, Scene>;
let host: Awaited<ReturnType<typeof startFiles>>;
let untrusted: Awaited<ReturnType<typeof startUntrusted>>;
let places: Record<Place, string>;

beforeAll(async () => {
	host = await startFiles({ '/a.pdf': smallPdf });
	scenes = { contract: await openScene('contract'), public: await openScene('public') };
	untrusted = await startUntrusted();
	places = { noOne: NO_ONE, untrusted: untrusted.address };
});

async function openScene(dialect: Dialect): Promise<Scene> {
	const accounts = ACCOUNTS;
	const service = await startService({ dialect, isLasting: true, rateLimits: [], accounts });
	const wire = await openWire(service.sandbox.address);
	return { service, wire, tokens: await logInEverywhere(service) };
}

afterAll(async () => {
	untrusted.close();
	for (const { service, wire } of Object.values(scenes)) {
		wire.close();
		await service.sandbox.close();
	}
	await host.close();
});

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
	error: RunResult['error'];
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
		templateAddress: '',
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
	return { error: result.error, trace };
}

async function meetAll(): Promise<Map<Case, Seen>> {
	const seen = new Map<Case, Seen>();
	const left = [...cases];
	const work = async () => {
		for (let next = left.shift(); next; next = left.shift()) {
			seen.set(next, await meet(next, `way-${cases.indexOf(next)}`));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return new Map(cases.map((one) => [one, seen.get(one)!]));
}

it(
	'every operation explains every fault, and sends nothing twice',
	async () => {
		const seen = await meetAll();
		const faults = [...seen].flatMap(([{ kind, operation }, outcome]) =>
			faultsOf(kind, operation, outcome).map(
				(fault) => `${operation.name}, ${kind.title}: ${fault}`,
			),
		);
		expect(faults).toEqual([]);
	},
	LONGEST_MS,
);

const ATTEMPTS = 5;
/** Reading has to end long before the gigabytes do. */
const MOST_READ_BYTES = GIGABYTES / 4;

function faultsOf(kind: Kind, { acts, endpoints }: Operation, { error, trace }: Seen): string[] {
	const { arrived, reached, done, sentBytes } = trace;
	const call = endpoints[0]!;
	const { message = '', description } = error ?? {};
	// Prepare and Check PDF/A name the step.
	const title = message.replace(/^Upload: /, '');
	const words = String(description ?? '');
	const { changesNothing, howToCheck = '?' } = call;
	const check = changesNothing ? howToCheck : `It may have succeeded anyway. ${howToCheck}`;
	const unknown = acts ? check : '';
	const isFileCutOff = title.startsWith('The download stopped');
	const isTriedAgain = kind.isRepeated && error && mayRepeat(call) && !isFileCutOff;
	const rules: Array<[isBroken: unknown, fault: string]> = [
		[!kind.says && error, `fails with "${message}"; is its route in sandbox/?`],
		[error && kind.says && !kind.says.test(title), `the error is "${message}"`],
		[!error && (acts ? done : reached) === 0, 'reports a success that there was not'],
		[acts === 'once' && arrived > 1, `sent ${arrived} times`],
		[isTriedAgain && arrived !== ATTEMPTS, `sent ${arrived} times instead of ${ATTEMPTS}`],
		[!isTriedAgain && arrived > 1, `repeated although that cannot help: ${arrived} times`],
		[error && !kind.isCertain && !words.includes(unknown), `does not say: "${unknown}"`],
		[kind.isCertain && /anyway/.test(words), `leaves open whether it was done: "${words}"`],
		[sentBytes > MOST_READ_BYTES, `reads ${sentBytes} bytes`],
	];
	return rules.flatMap(([isBroken, fault]) => (isBroken ? [fault] : []));
}
