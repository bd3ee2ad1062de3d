import { randomUUID } from 'node:crypto';
import type { Mail } from '../state/mail.ts';

const LINE_BYTES = 76;
/** Of an encoded word, so that a line of the subject stays below 76 characters (RFC 2047). */
const WORD_BYTES = 39;

export const SENDER = 'sandbox@esignature-sandbox.invalid';

/** A mail as it goes over the wire (RFC 5322), without the stuffing of dots. */
export function messageOf(mail: Pick<Mail, 'at' | 'to' | 'subject' | 'text' | 'link'>): string {
	const text = [mail.text, mail.link].filter(Boolean).join('\n\n');
	return [
		`Date: ${new Date(mail.at).toUTCString().replace('GMT', '+0000')}`,
		`From: eSignature Sandbox <${SENDER}>`,
		`To: <${mail.to}>`,
		`Subject: ${encodedWords(mail.subject)}`,
		`Message-ID: <${randomUUID()}@esignature-sandbox.invalid>`,
		'MIME-Version: 1.0',
		'Content-Type: text/plain; charset=utf-8',
		'Content-Transfer-Encoding: base64',
		'',
		...inLines(Buffer.from(text).toString('base64')),
		'',
	].join('\r\n');
}

const inLines = (text: string) => text.match(new RegExp(`.{1,${LINE_BYTES}}`, 'g')) ?? [''];

/** Also keeps line breaks in a title from becoming headers of their own. */
function encodedWords(text: string): string {
	if (/^[\x20-\x7e]{0,60}$/.test(text) && !text.includes('=?')) return text;
	const words: string[] = [];
	let word = '';
	for (const character of text) {
		if (Buffer.byteLength(word + character) > WORD_BYTES) {
			words.push(word);
			word = '';
		}
		word += character;
	}
	return [...words, word]
		.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`)
		.join('\r\n ');
}

export interface ReadMessage {
	subject: string;
	text: string;
}

/** What a person would read of a message; the parts of a compound one are left as they came. */
export function readMessage(raw: Buffer): ReadMessage {
	const source = raw.toString('latin1');
	const end = source.indexOf('\r\n\r\n');
	const head = end === -1 ? source : source.slice(0, end);
	const body = end === -1 ? '' : source.slice(end + 4);
	const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
	const header = (name: string) =>
		headers
			.find((line) => line.toLowerCase().startsWith(`${name}:`))
			?.slice(name.length + 1)
			.trim() ?? '';
	return {
		subject: decodedWords(Buffer.from(header('subject'), 'latin1').toString()),
		text: decodedBody(body, header('content-transfer-encoding').toLowerCase()),
	};
}

function decodedWords(text: string): string {
	return text
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
			kind.toLowerCase() === 'b'
				? Buffer.from(word, 'base64').toString()
				: unquoted(word.replaceAll('_', ' ')),
		);
}

function decodedBody(body: string, encoding: string): string {
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
	if (encoding === 'quoted-printable') return unquoted(body.replace(/=\r\n/g, ''));
	return Buffer.from(body, 'latin1').toString();
}

const unquoted = (text: string) =>
	Buffer.from(
		text.replace(/=([0-9A-F]{2})/gi, (_all, code: string) =>
			String.fromCharCode(parseInt(code, 16)),
		),
		'latin1',
	).toString();
