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
		throw new NodeApiError(
			context.getNode(),
			{ reason: (error as Error).name },
			{
				message: 'The download broke off before the whole file had arrived',
				description: 'Run again. If it stays, check the network between this n8n and the service.',
				itemIndex: call.itemIndex,
			},
		);
	}
}

function mediaTypeIn(header: unknown): string | undefined {
	return typeof header === 'string' ? header.split(';', 1)[0]?.trim() : undefined;
}

const LONGEST_NAME = 120;

/** A title may hold anything; a file name may not leave its folder or start a dialogue with a shell. */
export function safeFileName(title: string): string {
	const name = title.slice(-4).toLowerCase() === '.pdf' ? title.slice(0, -4) : title;
	return `${cleaned(name) || 'document'}.pdf`;
}

/** The same for files that keep their own ending. */
function safeName(name: string): string {
	return cleaned(name) || 'file';
}

/** Of a title all that matters for a name; what is cut off is never looked at. */
const LONGEST_TITLE = 1_000;

function cleaned(text: string): string {
	const safe = withoutDots(
		text
			.slice(0, LONGEST_TITLE)
			.normalize('NFC')
			.replace(/[\p{Cc}<>:"/\\|?*]+/gu, '_'),
	);
	return [...safe].slice(0, LONGEST_NAME).join('');
}

/** Without dots and spaces around it. A pattern for those at the end would begin anew at every dot. */
function withoutDots(text: string): string {
	const signs = [...text];
	const isKept = (sign: string) => !/[.\s]/.test(sign);
	return signs.slice(signs.findIndex(isKept), signs.findLastIndex(isKept) + 1).join('');
}
