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

/** The same for every text in an answer whose form we do not know. */
export function redactDeep(value: unknown): unknown {
	if (typeof value === 'string') return redactAddresses(value);
	if (Array.isArray(value)) return value.map(redactDeep);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactDeep(one)]));
}
