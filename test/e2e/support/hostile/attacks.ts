/** Calls that no one should believe, made from what a caller may know: everything but the API key. */
import { createHmac } from 'node:crypto';
import type { Random } from '../../../support/jest/random.ts';
import type { Call } from './stage.ts';
import { pathOf, places } from '../workflows.ts';

export interface Knowledge {
	/** True calls for all requests and events, of others and of earlier addresses too. */
	addresses: string[];
	requestIds: string[];
	documentIds: string[];
	/** Of other accounts, and words that stand beside the true one. */
	keys: string[];
}

const names = ['event', 'request', 'document', 'api', 'owner', 'nonce', 'proof', 'signature'];
const events = ['success', 'update', 'error'];
const triggers = [...places];

/** Path and query in pieces, so that every piece can be taken from somewhere else. */
interface Parts {
	path: string;
	query: Array<[name: string, value: string]>;
}

type Attack = (random: Random, known: Knowledge) => Call;

const recombined: Attack = (random, known) => {
	const parts = partsOf(random.pick(known.addresses));
	const query = parts.query.map(([name, value]): [string, string] => {
		if (random.next() > 0.3) return [name, value];
		return [name, foreignValue(name, random, known) ?? value];
	});
	const path = random.next() < 0.3 ? partsOf(random.pick(known.addresses)).path : parts.path;
	return posted({ path, query });
};

/** Another's proof, whole; or another's request under a true proof. */
const anothersProof: Attack = (random, known) => {
	const [parts, other] = [random.pick(known.addresses), random.pick(known.addresses)].map(partsOf);
	const taken = random.next() < 0.5 ? ['nonce', 'proof'] : ['request', 'document'];
	return posted({
		path: parts!.path,
		query: parts!.query.map(([name, value]) => [
			name,
			taken.includes(name) ? (valueIn(other!, name) ?? value) : value,
		]),
	});
};

const anotherPlace: Attack = (random, known) => {
	const parts = partsOf(random.pick(known.addresses));
	const end = parts.path.split('/').slice(-2).join('/');
	const elsewhere = [
		`/webhook/${pathOf(random.pick(triggers))}`,
		`/webhook-test/${pathOf(random.pick(triggers))}`,
		partsOf(random.pick(known.addresses)).path,
		parts.path.replace(/\/[^/]*$/, ''),
		`${parts.path}/${random.pick(['node-v2', 'node-v3', 'e-signature', '..'])}`,
		`/webhook/${pathOf(random.pick(triggers))}/../../${end}`,
		`/webhook/${pathOf(random.pick(triggers))}/%2e%2e/%2e%2e/${end}`,
		`/webhook/${pathOf(random.pick(triggers))}?/${end}`,
		`/webhook-waiting/${random.below(60)}/${random.pick(['node-v2-signed', 'node-v3-signed'])}`,
		parts.path.toUpperCase(),
		`/${parts.path}`,
	];
	return posted({ ...parts, path: random.pick(elsewhere) });
};

const invented: Attack = (random, known) => {
	const parts = partsOf(random.pick(known.addresses));
	const [event, api] = [valueIn(parts, 'event'), valueIn(parts, 'api')];
	const nonce = random.next() < 0.5 ? random.hex(32) : (valueIn(parts, 'nonce') ?? '');
	const end = parts.path.split('/').slice(-2).join('/');
	const signed = (key: string | Buffer, text: unknown) =>
		createHmac('sha256', key).update(JSON.stringify(text)).digest('hex');
	const key = random.pick(known.keys);
	const inner = createHmac('sha256', key).update('n8n-nodes-esignature callback').digest();
	const proof = random.pick([
		'0'.repeat(64),
		'f'.repeat(64),
		random.hex(64),
		random.hex(63),
		signed(inner, [event, api, nonce, end]),
		signed(key, [event, api, nonce, end]),
		signed('', [event, api, nonce, end]),
	]);
	return posted(withValues(parts, { nonce, proof }));
};

/** One piece damaged, missing, there twice, or of another shape. */
const odd: Attack = (random, known) => {
	const { path, query } = partsOf(random.pick(known.addresses));
	const at = random.below(query.length);
	const [name, value] = query[at]!;
	const other = foreignValue(name, random, known) ?? random.hex(8);
	const instead = random.pick<Parts['query']>([
		[],
		[[name, '']],
		[[name, flipped(value, random)]],
		[[name, `${value} `]],
		[[name, `${value}\u0000`]],
		[[name, value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase()]],
		[[name, value.repeat(40)]],
		[[name, encodeURIComponent(encodeURIComponent(`/${value}`))]],
		[
			[name, value],
			[name, value],
		],
		[
			[name, other],
			[name, value],
		],
		[[`${name}[]`, value]],
		[[`${name}[0]`, value]],
		[[`${name}[toString]`, value]],
		[[`__proto__[${name}]`, value]],
		[[name, 'SERVICE_SIGNATURE_REQUEST_ID']],
		[[name, `../${value}`]],
		[[name, `${value}/../${other}`]],
		[[name, '{"$ne":null}']],
	]);
	return posted({ path, query: [...query.slice(0, at), ...instead, ...query.slice(at + 1)] });
};

const otherMethod: Attack = (random, known) => {
	const call = posted(partsOf(random.pick(known.addresses)));
	const method = random.pick(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']);
	const headers = { ...call.headers, 'x-http-method-override': 'POST' };
	return { ...call, method, headers };
};

/** What belongs in the address, in the body; alone, or against it. */
const inTheBody: Attack = (random, known) => {
	const [inPath, inBody] = [random.pick(known.addresses), random.pick(known.addresses)].map(
		partsOf,
	);
	const fields = Object.fromEntries(inBody!.query);
	const form = new URLSearchParams(inBody!.query).toString();
	const [type, body] = random.pick<[string, string]>([
		['application/json', JSON.stringify(fields)],
		['application/json', JSON.stringify({ query: fields, params: fields })],
		['application/json', '{"event":'],
		['application/x-www-form-urlencoded', form],
		['text/plain', form],
		['application/xml', `<call>${form.replaceAll('&', '&amp;')}</call>`],
		['multipart/form-data; boundary=x', '--x\r\nbroken'],
	]);
	const query = random.next() < 0.5 ? [] : inPath!.query.filter(() => random.next() < 0.7);
	const call = posted({ path: inBody!.path, query });
	return { ...call, headers: { 'content-type': type }, body };
};

/** Without any proof, with all that the service could confirm. */
const withoutProof: Attack = (random, known) => {
	const query: Parts['query'] = [
		['event', random.pick(events)],
		['request', random.next() < 0.5 ? random.pick(known.requestIds) : unknownId(random)],
	];
	if (random.next() < 0.5) query.push(['document', random.pick(known.documentIds)]);
	if (random.next() < 0.5) query.push(['api', random.pick(['v1', 'v2', 'v3', 'v4', 'V2'])]);
	if (random.next() < 0.2) query.push(['nonce', random.hex(32)]);
	const place = random.next() < 0.5 ? 'typed' : random.pick(triggers);
	return posted({ path: `/webhook/${pathOf(place)}`, query });
};

/** True, now or once: again, with another document, or with more behind it. */
const repeated: Attack = (random, known) => {
	const parts = partsOf(random.pick(known.addresses));
	const documents = [random.pick(known.documentIds), unknownId(random)];
	return random.pick([
		posted(parts),
		posted(withValues(parts, { document: random.pick(documents) })),
		posted({ ...parts, query: random.shuffled(parts.query) }),
		posted({ ...parts, query: [...parts.query, ['more', random.hex(6)]] }),
		posted({ ...parts, query: [...parts.query, ['owner', random.hex(16)]] }),
	]);
};

const attacks: Attack[] = [
	recombined,
	recombined,
	anothersProof,
	anothersProof,
	anotherPlace,
	invented,
	odd,
	odd,
	otherMethod,
	inTheBody,
	withoutProof,
	repeated,
];

export function nextAttack(random: Random, known: Knowledge): Call {
	return random.pick(attacks)(random, known);
}

/** Whether the call says the same as a true one in all that its proof covers. */
export function repeatsOne({ path }: Call, { addresses }: Knowledge): boolean {
	const valuesOf = ({ query }: Parts, name: string) => {
		const values = query.filter(([one]) => one === name).map(([, value]) => value);
		// The token of n8n's own, of which n8n looks at the first.
		return name === 'signature' ? values.slice(0, 1) : values;
	};
	const covered = (parts: Parts) =>
		JSON.stringify([
			parts.path,
			names.filter((name) => name !== 'document').map((name) => valuesOf(parts, name)),
		]);
	const own = covered(partsOf(path));
	return addresses.some((address) => covered(partsOf(address)) === own);
}

function partsOf(address: string): Parts {
	const { pathname, searchParams } = new URL(address, 'http://n8n');
	return { path: pathname, query: [...searchParams] };
}

function valueIn({ query }: Parts, name: string): string | undefined {
	return query.find(([one]) => one === name)?.[1];
}

function withValues({ path, query }: Parts, values: Record<string, string>): Parts {
	const kept = query.filter(([name]) => !(name in values));
	return { path, query: [...kept, ...Object.entries(values)] };
}

function posted({ path, query }: Parts): Call {
	const search = new URLSearchParams(query).toString();
	return {
		method: 'POST',
		path: `${path}${path.includes('?') ? '&' : '?'}${search}`,
		headers: { 'content-type': 'text/plain' },
	};
}

function foreignValue(name: string, random: Random, known: Knowledge): string | undefined {
	if (name === 'request') return random.pick(known.requestIds);
	if (name === 'document') return random.pick(known.documentIds);
	if (name === 'event') return random.pick(events);
	if (name === 'api') return random.pick(['v1', 'v2', 'v3']);
	return valueIn(partsOf(random.pick(known.addresses)), name);
}

function flipped(text: string, random: Random): string {
	if (text === '') return '?';
	const at = random.below(text.length);
	const changed = String.fromCharCode(text.charCodeAt(at) ^ (1 << random.below(7)));
	return text.slice(0, at) + changed + text.slice(at + 1);
}

function unknownId(random: Random): string {
	return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');
}
