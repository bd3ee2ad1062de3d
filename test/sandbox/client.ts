import { PDFDocument } from '@cantoo/pdf-lib';
import type { Sandbox } from '../../sandbox/server.ts';

export interface Answer {
	status: number;
	headers: Headers;
	bytes: Buffer;
	text: string;
	/** The parsed body; empty when it is not a JSON object. */
	json: Record<string, unknown>;
	/** The parsed body when it is an array. */
	list: Array<Record<string, unknown>>;
	/** `json.id` */
	id: string;
}

export type Send = (
	method: string,
	path: string,
	body?: unknown,
	headers?: Record<string, string>,
) => Promise<Answer>;

/** A caller with its own token: `send('POST', '/v2/documents', {…})`. */
export async function loggedIn(
	sandbox: Pick<Sandbox, 'address'> & Partial<Sandbox>,
	user: { username: string; apiKey: string } | undefined = sandbox.settings?.users[0],
): Promise<Send> {
	const login = await call(sandbox, 'POST', '/v2/access/login', {
		username: user?.username,
		'api-key': user?.apiKey,
	});
	const authorization = `Bearer ${login.text}`;
	return (method, path, body, headers = {}) =>
		call(sandbox, method, path, body, { authorization, ...headers });
}

export async function call(
	sandbox: Pick<Sandbox, 'address'>,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const response = await fetch(sandbox.address + path, {
		method,
		redirect: 'manual',
		headers: { ...(isPlain(body) && { 'content-type': 'application/json' }), ...headers },
		body: isPlain(body) ? JSON.stringify(body) : (body as RequestInit['body']),
	});
	const bytes = Buffer.from(await response.arrayBuffer());
	// A file can be large, and no one reads it as text.
	const isFile = /^(application\/(pdf|webp)|image\/)/.test(
		response.headers.get('content-type') ?? '',
	);
	const text = isFile ? '' : bytes.toString();
	const value = parsed(text);
	const json = Array.isArray(value) ? {} : (value as Answer['json']);
	return {
		status: response.status,
		headers: response.headers,
		bytes,
		text,
		json,
		list: Array.isArray(value) ? (value as Answer['list']) : [],
		id: String(json.id),
	};
}

function isPlain(body: unknown): boolean {
	return typeof body === 'object' && !(body instanceof URLSearchParams) && !Buffer.isBuffer(body);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return {};
	}
}

export const like = (pattern: RegExp) => expect.stringMatching(pattern) as string;

export async function newPdf({ pages = 1, width = 595, height = 842 } = {}): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	for (let page = 0; page < pages; page += 1) pdf.addPage([width, height]);
	return Buffer.from(await pdf.save());
}
