import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { setBounded } from '../memory/processMemory';
import { mapTexts, parseJson } from '../network/json';
import type { Call } from './call';

const HIDDEN = 'hidden';
/** Shorter secrets would be found in IDs or words. */
const MIN_LENGTH = { answer: 16, refusal: 6, address: 8 };
const secretFields = ['apiKey', 'previousApiKey', 'sessionToken', 'validationToken'];

/** Login data and access codes: Skribble may repeat them. */
export function secretsForAnswer(
	credentials: ICredentialDataDecryptedObject,
	{ secretHeaders = {} }: Pick<Call, 'secretHeaders'>,
	minLength = MIN_LENGTH.answer,
): string[] {
	const login = secretFields.map((name) => String(credentials[name] ?? '').trim());
	return [...login, ...Object.values(secretHeaders)].filter(({ length }) => length >= minLength);
}

/** A refusal may also repeat the callback addresses of the call. */
export function secretsForRefusal(
	credentials: ICredentialDataDecryptedObject,
	call: Pick<Call, 'body' | 'secretHeaders'>,
): string[] {
	const sent = call.body && 'json' in call.body ? Object.values(call.body.json) : [];
	const own = secretsForAnswer(credentials, call, MIN_LENGTH.refusal);
	return [...own, ...sent.flatMap((value) => secretsInAddress(String(value)))];
}

/** Hides our secrets, plain, encoded, or escaped. Signing links keep their tokens. */
export function redactAnswer(
	body: string,
	secrets: string[],
	{ keepsProofs = false }: { keepsProofs?: boolean } = {},
): string {
	const text = keepsProofs ? body : hideProofs(body);
	if (secrets.length === 0) return text;
	const pattern = patternOf(secrets);
	const rest = hide(text, pattern);
	const json = rest === text ? undefined : parseJson(text);
	return json === undefined ? rest : JSON.stringify(mapTexts(json, (one) => hide(one, pattern)));
}

/** Hides all tokens, because a refusal ends in errors and logs. */
export function redactRefusal(body: string, secrets: string[]): string {
	return redactAnswer(body, secrets).replace(/eyJ[\w.-]{6,}/g, HIDDEN);
}

/** For values that were read with `keepsProofs`. */
export function redactProofs<T>(value: T): T {
	const text = JSON.stringify(value);
	const rest = hideProofs(text);
	return rest === text ? value : (JSON.parse(rest) as T);
}

const IS = String.raw`(?:=|%(?:25)*3d|\\+u003d|&#(?:0*61|x0*3d);)`;
/** Also n8n's tokens of waiting executions; `signature` can mean something else in other addresses. */
const NAMES = [
	`(?:proof|target)(?:${IS}|[^0-9a-z]{1,8})`,
	String.raw`signature${IS}(?=[0-9a-f]{32})(?<=webhook-waiting[^\s"]{0,320})`,
	String.raw`signature${IS}(?=[0-9a-f]{32}[^\s"]{0,600}?proof${IS}[0-9a-f]{32})`,
];
const PROOF = new RegExp(`(${NAMES.join('|')})([0-9a-f]{32,})`, 'gi');

/** With a proof, anyone could call n8n in Skribble's name. Hides its value everywhere in the text. */
function hideProofs(text: string): string {
	const proofs = new Set<string>();
	const rest = text.replace(PROOF, (_all, name: string, proof: string) => {
		proofs.add(proof.toLowerCase());
		return name + HIDDEN;
	});
	if (proofs.size === 0) return text;
	return rest.replace(/[0-9a-f]{32,}/gi, (run) => (proofs.has(run.toLowerCase()) ? HIDDEN : run));
}

/** Also searched as it is: decoding can swallow a secret's first letters. If one is only found decoded, the text is returned decoded. */
function hide(text: string, pattern: RegExp): string {
	const plain = text.replace(pattern, HIDDEN);
	const decoded = decode(plain);
	const rest = decoded.replace(pattern, HIDDEN);
	return rest === decoded ? plain : rest;
}

const MAX_LAYERS = 4;
const ENCODED = /\\+(?:u([0-9a-f]{4}))?|(?:%[0-9a-f]{2})+/gi;

/** Without the escapes of JSON and addresses, which may be nested. Backslashes are dropped, also from secrets. */
function decode(text: string, layers = MAX_LAYERS): string {
	const decoded = text.replace(ENCODED, (all, code?: string) => {
		if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
		return all.startsWith('%') ? Buffer.from(all.replace(/%/g, ''), 'hex').toString() : '';
	});
	return decoded === text || layers === 1 ? decoded : decode(decoded, layers - 1);
}

const MAX_PATTERNS = 100;
/** Compiling a pattern takes longer than searching a usual answer. */
const patterns = new Map<string, RegExp>();

function patternOf(secrets: string[]): RegExp {
	const key = secrets.join(' ');
	const pattern = patterns.get(key) ?? new RegExp(secrets.flatMap(formsOf).join('|'), 'gi');
	setBounded(patterns, key, pattern, MAX_PATTERNS);
	return pattern;
}

/** Patterns for a decoded secret: plain or as a form writes it, in hex, and in Base64. */
function formsOf(secret: string): string[] {
	const plain = decode(secret)
		.replace(/\W/g, String.raw`\$&`)
		.replace(/\\ /g, '[ +]');
	const bytes = Buffer.from(secret);
	return [plain, bytes.toString('hex'), ...[0, 1, 2].map((before) => base64(before, bytes))];
}

/** Without letters that also encode a neighbor: in Basic authentication, the secret follows `user:`. */
function base64(bytesBefore: number, secret: Buffer): string {
	const whole = Buffer.concat([Buffer.alloc(bytesBefore), secret]);
	const own = [Math.ceil((bytesBefore * 4) / 3), Math.floor((whole.length * 4) / 3)];
	const text = whole.toString('base64').slice(...own);
	return text.replace(/\+/g, '[+-]').replace(/\//g, '[/_]');
}

/** Every other value in the query of a callback address may be a secret. */
const SHOWN = ['event', 'request', 'document', 'api'];

/** For texts in which all addresses are callback addresses. A user may have typed one with a secret. */
export function redactAddresses(text: string): string {
	return text.replace(/\bhttps?:\/\/[^\s"'<>]+/gi, (address) =>
		address
			.replace(/#.*|(?<=^https?:\/\/)[^/?#]*@/gi, '')
			.replace(/([?&])([^=&]*)[^&]*/g, (pair, sign: string, name: string) =>
				SHOWN.includes(name) ? pair : `${sign}${name}=${HIDDEN}`,
			),
	);
}

/** The secrets of a callback address. */
export function secretsInAddress(address: string): string[] {
	const query = /^https?:\/\/[^?#]*\?([^#]*)/i.exec(address)?.[1];
	return [...new URLSearchParams(query)]
		.filter(([name, value]) => !SHOWN.includes(name) && value.length >= MIN_LENGTH.address)
		.map(([, value]) => value);
}
