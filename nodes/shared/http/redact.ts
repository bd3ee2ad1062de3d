import { setBounded } from '../memory/bounded';
import { mapTexts, parseJson } from '../network/json';

const HIDDEN = 'hidden';

/** What stands between a name and its value in an address, however that is encoded. */
const IS = String.raw`(?:=|%(?:25)*3d|\\+u003d|&#(?:0*61|x0*3d);)`;
/** There are 64, unless they were cut. */
const DIGITS = '([0-9a-f]{32,})(?![0-9a-f])';
/** In an address, or as a member of its own. */
const PROOF = new RegExp(`((?:proof|target)(?:${IS}|[^0-9a-z]{1,8}))${DIGITS}`, 'gi');
/** n8n's token of a waiting execution; other addresses may hold something else by this name. */
const RESUME_TOKENS = [
	new RegExp(`(webhook-waiting[^\\s"]{0,300}?signature${IS})${DIGITS}`, 'gi'),
	new RegExp(`(signature${IS})${DIGITS}(?=[^\\s"]{0,600}?proof${IS}[0-9a-f]{32})`, 'gi'),
];
const ANY_DIGITS = /[0-9a-f]{32,}/gi;

/**
 * Hides the proofs of callback addresses, with which a reader could call in the service's name: every value that
 * stands in one, wherever else the text repeats it.
 */
function hideProofs(text: string): string {
	const proofs = new Set<string>();
	const hide = (_all: string, before: string, proof: string) => {
		proofs.add(proof.toLowerCase());
		return before + HIDDEN;
	};
	// The token is known by the proof behind it, so it goes first.
	const rest = [...RESUME_TOKENS, PROOF].reduce((left, one) => left.replace(one, hide), text);
	if (proofs.size === 0) return text;
	return rest.replace(ANY_DIGITS, (run) => (proofs.has(run.toLowerCase()) ? HIDDEN : run));
}

/** From its beginning only, so that every character is looked at once. */
const TOKEN = /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g;

/** Hides our secrets, in any encoding, in a refusal that repeats them: JSON or plain text. */
export function redactRefusal(body: string, secrets: string[]): string {
	const redact = redactorOf(secrets.flatMap(formsOf));
	return inTexts(hideProofs(body), (text) => redact(text).replace(TOKEN, HIDDEN));
}

/** Hides our secrets in an answer. Other tokens stay: a signing link can hold one that is meant for the user. */
export function redactAnswer(
	body: string,
	secrets: string[],
	{ keepsProofs = false }: { keepsProofs?: boolean } = {},
): string {
	const text = keepsProofs ? body : hideProofs(body);
	const found = foundIn(text, secrets.flatMap(formsOf));
	return found.length === 0 ? text : inTexts(text, redactorOf(found));
}

/** Hides the proofs in a value that was read with `keepsProofs`. */
export function redactProofs<T>(value: T): T {
	const text = JSON.stringify(value);
	const rest = hideProofs(text);
	return rest === text ? value : (JSON.parse(rest) as T);
}

/** Escaped characters are no hiding place, so JSON is looked through text by text. */
function inTexts(body: string, redact: (text: string) => string): string {
	const json = parseJson(body);
	return json === undefined ? redact(body) : JSON.stringify(mapTexts(json, redact));
}

/** Capitals and small letters count alike. */
function foundIn(text: string, forms: string[]): string[] {
	const written = text.toLowerCase();
	const meant = decoded(text).toLowerCase();
	return forms.filter((form) => written.includes(form) || meant.includes(form));
}

function redactorOf(forms: string[]): (text: string) => string {
	const longestFirst = forms.toSorted((a, b) => b.length - a.length);
	const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'gi');
	return (text) => {
		if (foundIn(text, forms).length === 0) return text;
		const rest = text.replace(pattern, HIDDEN);
		// Written in a way that says nothing to a reader anyway.
		return foundIn(rest, forms).length === 0 ? rest : HIDDEN;
	};
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

const MOST_LAYERS = 3;
const ENCODED = /\\+u([0-9a-f]{4})|\\+([/"])|((?:%[0-9a-f]{2})+)/gi;

/** Without escapes of JSON and of addresses, several times over if need be. */
function decoded(text: string): string {
	let plain = text;
	for (let layer = 0; layer < MOST_LAYERS; layer++) {
		const before = plain;
		plain = plain.replace(ENCODED, (_all, code?: string, character?: string, bytes = '') => {
			if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
			return character ?? Buffer.from(String(bytes).replace(/%/g, ''), 'hex').toString('utf8');
		});
		if (plain === before) break;
	}
	return plain;
}

/** Of keys and tokens that a process uses at a time. */
const MOST_KEPT = 100;
const keptForms = new Map<string, string[]>();

/** In small letters; made once for each secret, since every answer is searched for them. */
function formsOf(secret: string): string[] {
	const kept = keptForms.get(secret);
	if (kept) return kept;
	const bytes = Buffer.from(secret, 'utf8');
	const inUrl = encodeURIComponent(secret);
	const base64 = [0, 1, 2].flatMap((before) => base64Behind(before, bytes));
	const all = [secret, inUrl, inUrl.replace(/%20/g, '+'), bytes.toString('hex'), ...base64];
	const forms = [...new Set(all.map((form) => form.toLowerCase()))];
	setBounded(keptForms, secret, forms, MOST_KEPT);
	return forms;
}

/**
 * What Base64 makes of a secret behind other bytes, as behind `user:` in Basic authentication: letters that also
 * stand for a piece of what comes before or after it are left out.
 */
function base64Behind(before: number, secret: Buffer): string[] {
	const whole = Buffer.concat([Buffer.alloc(before), secret]);
	const own = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
	return [whole.toString('base64'), whole.toString('base64url')].map((text) => text.slice(...own));
}

/** What describes a callback and proves nothing; every other query value may be a secret. */
const SHOWN = ['event', 'request', 'document', 'api'];

const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+/gi;

/**
 * For texts in which every address is a callback address: a user may have typed one with a secret of their own.
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
	return SHOWN.includes(name) ? pair : `${name}=${HIDDEN}`;
}

/** Shorter ones would be found in words that have nothing to do with them. */
const SHORTEST_VALUE = 8;

/** The values in the query of a callback address that only we and the service may know. */
export function secretsInAddress(address: string): string[] {
	if (!/^https?:\/\//i.test(address)) return [];
	const [beforeFragment = ''] = address.split('#', 1);
	const [, ...query] = beforeFragment.split('?');
	return [...new URLSearchParams(query.join('?'))]
		.filter(([name, value]) => !SHOWN.includes(name) && value.length >= SHORTEST_VALUE)
		.map(([, value]) => value);
}
