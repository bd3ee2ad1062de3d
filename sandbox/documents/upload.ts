import { fetch } from 'undici';
import { z } from 'zod/v4';
import { requireClean } from './malware.ts';
import { badRequest, Problem } from '../http/problem.ts';
import type { Settings } from '../state/settings.ts';

/** The ways in which a caller hands over a PDF (interface.md 2.5 and 4.2). */
export const UPLOAD_FIELDS = {
	content: z.string().min(1).optional(),
	content_type: z.string().optional(),
	file_url: z.url().optional(),
};
type Upload = z.output<z.ZodObject<typeof UPLOAD_FIELDS>>;
type Limits = Pick<Settings, 'maxDocumentBytes' | 'remoteDownloads'>;

const PDF = 'application/pdf';
const DOWNLOAD_TIMEOUT_MS = 30_000;

export async function bytesOf(upload: Upload, limits: Limits): Promise<Buffer> {
	const bytes = await readBytes(upload, limits);
	requireClean(bytes);
	return bytes;
}

async function readBytes(upload: Upload, limits: Limits): Promise<Buffer> {
	const { content, content_type: contentType, file_url: fileUrl } = upload;
	if (content !== undefined && fileUrl !== undefined) {
		throw badRequest('content: cannot be combined with file_url.');
	}
	if (content !== undefined) {
		requirePdf(contentType ?? PDF);
		return decodeBase64(content, limits.maxDocumentBytes);
	}
	if (fileUrl !== undefined) return await download(fileUrl, limits);
	throw badRequest('content: either content or file_url is required.');
}

export function decodeBase64(text: string, maxBytes: number, field = 'content'): Buffer {
	const padding = ['==', '='].find((end) => text.endsWith(end)) ?? '';
	const size = (text.length / 4) * 3 - padding.length;
	if (size > maxBytes) throw tooLarge(size, maxBytes);
	// Node skips what is not Base64, and takes the alphabet for URLs too; a pattern over 150 MB takes seconds.
	const bytes = Buffer.from(text, 'base64');
	if (bytes.length !== size || ['-', '_'].some((stranger) => text.includes(stranger))) {
		throw badRequest(`${field}: is not Base64 of the standard alphabet.`);
	}
	return bytes;
}

async function download(fileUrl: string, limits: Limits): Promise<Buffer> {
	const url = new URL(fileUrl);
	if (!/^https?:$/.test(url.protocol) || (!limits.remoteDownloads && !isLoopback(url.hostname))) {
		throw badRequest('file_url: the sandbox downloads from this machine only.');
	}
	const response = await fetch(url, {
		// A redirect could lead away from this machine.
		redirect: limits.remoteDownloads ? 'follow' : 'error',
		signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
	}).catch(() => undefined);
	if (!response?.ok) {
		throw badRequest(`file_url: the download failed${response ? ` (${response.status})` : ''}.`);
	}
	requirePdf(response.headers.get('content-type') ?? '');
	const bytes = Buffer.from(await response.arrayBuffer());
	if (bytes.length > limits.maxDocumentBytes) throw tooLarge(bytes.length, limits.maxDocumentBytes);
	return bytes;
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

function requirePdf(contentType: string) {
	if (contentType.split(';', 1)[0]?.trim().toLowerCase() === PDF) return;
	throw new Problem(415, `content_type: only ${PDF} is supported, not "${contentType}".`);
}

function tooLarge(size: number, limit: number): Problem {
	return new Problem(413, `content: ${size} bytes are more than the allowed ${limit} bytes.`, {
		type: 'limit-exceeded',
	});
}
