/** What tells a callback's story and proves nothing; every other query value may be a secret. */
const SHOWN = ['event', 'request', 'document', 'api'];

const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+/gi;

/**
 * Web addresses in a text without the values of their queries: callback addresses hold a proof or the
 * token of a waiting execution, and whoever reads it can call in the service's name.
 */
export function redactAddresses(text: string): string {
	return text.replace(ADDRESS, redactAddress);
}

function redactAddress(address: string): string {
	const [beforeFragment = ''] = address.split('#', 1);
	const at = beforeFragment.indexOf('?');
	const place = (at === -1 ? beforeFragment : beforeFragment.slice(0, at)).replace(
		/^(https?:\/\/)[^/]*@/i,
		'$1',
	);
	if (at === -1) return place;
	const query = beforeFragment
		.slice(at + 1)
		.split('&')
		.map(redactPair);
	return `${place}?${query.join('&')}`;
}

function redactPair(pair: string): string {
	const [name = ''] = pair.split('=', 1);
	return SHOWN.includes(name) ? pair : `${name}=hidden`;
}

const SHORTEST_PROOF = 16;

/** The values in the query of an address that only we and the service may know. */
export function proofsIn(address: string): string[] {
	if (!/^https?:\/\//i.test(address)) return [];
	const [, query = ''] = address.split('#', 1)[0]?.split('?', 2) ?? [];
	return [...new URLSearchParams(query)]
		.filter(([name, value]) => !SHOWN.includes(name) && value.length >= SHORTEST_PROOF)
		.map(([, value]) => value);
}

/** From its beginning only, so that every sign is looked at once. */
const TOKEN = /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g;

/** A refusal without what is ours alone, in any form, should the service repeat it: JSON or plain text. */
export function redactSecrets(body: string, secrets: string[]): string {
	const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
	const redact = (text: string) =>
		forms.reduce((rest, form) => rest.split(form).join('hidden'), text).replace(TOKEN, 'hidden');
	try {
		// Escaped signs are no hiding place.
		return JSON.stringify(JSON.parse(body), (_name, value: unknown) =>
			typeof value === 'string' ? redact(value) : value,
		);
	} catch {
		return redact(body);
	}
}

function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret, 'utf8');
	const encoded = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
	return [
		secret,
		encodeURIComponent(secret),
		...encoded.map((text) => text.replace(/={1,2}$/, '')),
	];
}

/** Addresses in every text of an answer whose form we do not know. */
export function redactDeep(value: unknown): unknown {
	if (typeof value === 'string') return redactAddresses(value);
	if (Array.isArray(value)) return value.map(redactDeep);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactDeep(one)]));
}
