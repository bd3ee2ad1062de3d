import { randomUUID } from 'node:crypto';
import { html } from '../http/html.ts';
import type { Mail } from '../state/mail.ts';
import { mailTexts } from './mailTexts.ts';

const LINE_BYTES = 76;
/** Of an encoded word, so that a line of the subject stays below 76 characters (RFC 2047). */
const WORD_BYTES = 39;

export const SENDER = 'sandbox@esignature-sandbox.invalid';

/** A mail as it goes over the wire (RFC 5322), as text and as HTML, without the stuffing of dots. */
export function messageOf(mail: Omit<Mail, 'requestId'>): string {
	const boundary = randomUUID();
	return [
		`Date: ${new Date(mail.at).toUTCString().replace('GMT', '+0000')}`,
		`From: eSignature Sandbox <${SENDER}>`,
		`To: <${mail.to}>`,
		`Subject: ${encodedWords(mail.subject)}`,
		`Message-ID: <${randomUUID()}@esignature-sandbox.invalid>`,
		'MIME-Version: 1.0',
		'Content-Type: multipart/alternative;',
		` boundary="${boundary}"`,
		'',
		...partOf('plain', textOf(mail), boundary),
		...partOf('html', htmlOf(mail), boundary),
		`--${boundary}--`,
		'',
	].join('\r\n');
}

/** The last part is the one that mail programs like best (RFC 2046, 5.1.4). */
const partOf = (type: 'plain' | 'html', content: string, boundary: string) => [
	`--${boundary}`,
	`Content-Type: text/${type}; charset=utf-8`,
	'Content-Transfer-Encoding: base64',
	'',
	...inLines(Buffer.from(content).toString('base64')),
];

function textOf({ kind, subject, text, link, language }: Omit<Mail, 'requestId'>): string {
	const { texts } = mailTexts(language);
	return [
		subject,
		texts.leads[kind],
		text && `${texts.message}:\n${text}`,
		link && `${texts.open}:\n${link}`,
		`-- \n${texts.note}`,
	]
		.filter(Boolean)
		.join('\n\n');
}

function htmlOf({ kind, subject, text, link, language }: Omit<Mail, 'requestId'>): string {
	const { lang, texts } = mailTexts(language);
	return html`<!doctype html>
		<html lang="${lang}">
			<head>
				<meta charset="utf-8" />
				<title>${subject}</title>
			</head>
			<body
				style="margin:0 auto;max-width:36em;padding:1.5em;font-family:sans-serif;line-height:1.5"
			>
				<h1 style="font-size:1.25em">${subject}</h1>
				<p>${texts.leads[kind]}</p>
				${
					text &&
					html`<p><strong>${texts.message}</strong></p>
						<blockquote
							style="margin:0 0 1em;padding-left:1em;border-left:3px solid #888;white-space:pre-wrap"
						>
							${text}
						</blockquote>`
				}
				${
					link &&
					html`<p>
							<a
								href="${link}"
								style="display:inline-block;padding:.6em 1.2em;border-radius:.4em;background:#1d4ed8;color:#fff;text-decoration:none"
								>${texts.open}</a
							>
						</p>
						<p style="font-size:.85em;overflow-wrap:anywhere">${link}</p>`
				}
				<p style="font-size:.85em;color:#595959">${texts.note}</p>
			</body>
		</html>`.text;
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

interface ReadMessage {
	subject: string;
	text: string;
}

/** What a person would read of a message: of one with several parts, the plain text. */
export function readMessage(raw: Buffer): ReadMessage {
	return readEntity(raw.toString('latin1'));
}

function readEntity(source: string): ReadMessage {
	const end = source.indexOf('\r\n\r\n');
	const head = end === -1 ? source : source.slice(0, end);
	const body = end === -1 ? '' : source.slice(end + 4);
	const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
	const header = (name: string) =>
		headers
			.find((line) => line.toLowerCase().startsWith(`${name}:`))
			?.slice(name.length + 1)
			.trim() ?? '';
	const boundary = /^multipart\/[^]*boundary="?([^";]+)"?/i.exec(header('content-type'))?.[1];
	const parts = boundary === undefined ? [] : body.split(`--${boundary}`);
	const plain = parts.find((part) => /^content-type:\s*text\/plain/im.test(part));
	return {
		subject: decodedWords(Buffer.from(header('subject'), 'latin1').toString()),
		text:
			plain === undefined
				? decodedBody(body, header('content-transfer-encoding').toLowerCase())
				: readEntity(plain.replace(/^\r\n/, '').replace(/\r\n$/, '')).text,
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
