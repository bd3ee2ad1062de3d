import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';

import type { ByteStream } from '../http/body';
import type { Call, FileContext } from '../http/call';
import { callService } from '../http/transport';
import { hurried, LIMITS } from './patience';
import type { Patience } from './patience';

const PDF = 'application/pdf';
const ANY = '*/*';

interface Download {
	call: Pick<
		Call,
		'interface' | 'version' | 'path' | 'query' | 'purpose' | 'timeoutSeconds' | 'itemIndex'
	>;
	fileName: string;
	sizeBytes?: number;
	/** Where somebody waits for our answer meanwhile: nothing is tried twice, and nothing takes long. */
	patience?: Patience;
}

/** A PDF as n8n binary, streamed from the service into n8n's own storage. */
export async function downloadPdf(
	context: FileContext,
	{ fileName, ...download }: Download,
): Promise<IBinaryData> {
	return await receive(context, { ...download, fileName: safeFileName(fileName), accept: PDF });
}

/** A file of any kind; its media type is what the service says. */
export async function downloadFile(
	context: FileContext,
	{ fileName, ...download }: Download,
): Promise<IBinaryData> {
	return await receive(context, { ...download, fileName: safeName(fileName), accept: ANY });
}

async function receive(
	context: FileContext,
	{ call, fileName, sizeBytes, patience, accept }: Download & { accept: string },
): Promise<IBinaryData> {
	const { body, headers } = await callService(context, {
		...call,
		method: 'GET',
		accept,
		answerAs: 'stream',
		expectedBytes: sizeBytes,
		...(patience && { impatient: true, timeoutSeconds: LIMITS.silenceMs / 1000 }),
	});
	if (patience) patience.announcedBytes += Number(headers['content-length'] ?? sizeBytes ?? 0);
	const stream = patience ? hurried(body as ByteStream, patience) : (body as ByteStream);
	const mediaType = accept === ANY ? mediaTypeIn(headers['content-type']) : accept;
	try {
		return await context.helpers.prepareBinaryData(stream, fileName, mediaType);
	} catch (error) {
		throw brokenOff(context, { error, itemIndex: call.itemIndex });
	}
}

export function brokenOff(
	context: FileContext,
	{ error, itemIndex }: { error: unknown; itemIndex: number },
): NodeApiError {
	return new NodeApiError(
		context.getNode(),
		{ reason: (error as Error).name },
		{
			message: 'The download broke off before the whole file had arrived',
			description: 'Run again. If it stays, check the network between this n8n and the service.',
			itemIndex,
		},
	);
}

export function mediaTypeIn(header: unknown): string | undefined {
	return typeof header === 'string' ? header.split(';', 1)[0]?.trim() : undefined;
}

const LONGEST_NAME = 120;

/** A title may hold anything; a file name may not leave its folder or start a dialogue with a shell. */
export function safeFileName(title: string): string {
	return `${cleaned(title.replace(/\.pdf$/i, '')) || 'document'}.pdf`;
}

/** The same for files that keep their own ending. */
export function safeName(name: string): string {
	return cleaned(name) || 'file';
}

function cleaned(text: string): string {
	const safe = text
		.normalize('NFC')
		.replace(/[\p{Cc}<>:"/\\|?*]+/gu, '_')
		.replace(/^[.\s]+|[.\s]+$/g, '');
	return [...safe].slice(0, LONGEST_NAME).join('');
}
