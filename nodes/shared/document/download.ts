import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';

import type { ByteStream } from '../http/body';
import { limitMs } from '../http/exchange';
import type { Call, FileContext } from '../http/call';
import { callService } from '../http/transport';
import { AnswerTooLong, within } from '../network/answer';
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
	/** As the service says; fewer are not the whole file. */
	sizeBytes?: number;
	/** Where that is not known: so many at most. */
	expectedBytes?: number;
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

interface Asked extends Download {
	accept: string;
}

async function receive(
	context: FileContext,
	{ call, fileName, sizeBytes, expectedBytes = sizeBytes, patience, accept }: Asked,
): Promise<IBinaryData> {
	const asked: Call = {
		...call,
		method: 'GET',
		accept,
		answerAs: 'stream',
		expectedBytes,
		...(patience && { impatient: true, timeoutSeconds: LIMITS.silenceMs / 1000 }),
	};
	const { body, headers } = await callService(context, asked);
	if (patience) patience.announcedBytes += Number(headers['content-length'] ?? expectedBytes ?? 0);
	const whole = boundedFile(patience ? hurried(body as ByteStream, patience) : body, asked);
	const head: Head = {};
	const isRight = accept === PDF ? isPdf : (bytes: Buffer) => !isHtml(bytes);
	const stream = checked(whole, { isRight, sizeBytes }, head);
	const mediaType = accept === ANY ? mediaTypeIn(headers['content-type']) : accept;
	try {
		return await context.helpers.prepareBinaryData(stream, fileName, mediaType);
	} catch (error) {
		if (head.isWrong) throw otherFile(context, { accept, itemIndex: call.itemIndex });
		throw brokenOff(context, { error, itemIndex: call.itemIndex });
	}
}

/** More than twice the largest document: a file that never ends would fill n8n's disk or memory. */
const LARGEST_FILE_BYTES = 256 * 1024 * 1024;

export function boundedFile(body: unknown, call: Call): ByteStream {
	const bounds = { silenceMs: limitMs(call), mostBytes: LARGEST_FILE_BYTES };
	return within(bounds, body as ByteStream);
}

export function brokenOff(
	context: FileContext,
	{ error, itemIndex }: { error: unknown; itemIndex: number },
): NodeApiError {
	if (error instanceof AnswerTooLong) return tooLarge(context, itemIndex);
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

function tooLarge(context: FileContext, itemIndex: number): NodeApiError {
	return new NodeApiError(
		context.getNode(),
		{},
		{
			message: `The file is larger than ${LARGEST_FILE_BYTES >> 20} MB, which no document of the service is`,
			description:
				'It was not read to its end, and nothing of it was kept. A proxy or another service may have answered: check the region or address in the credential, and run again.',
			itemIndex,
		},
	);
}

const HEAD_BYTES = 1024;

/** What was seen of a file before any of it was kept. */
interface Head {
	isWrong?: boolean;
}

/** The same bytes, unless they begin like another kind of file, or are too few: a proxy may stand in between. */
function checked(
	stream: ByteStream,
	{ isRight, sizeBytes = 0 }: { isRight: (head: Buffer) => boolean; sizeBytes?: number },
	seen: Head,
): ByteStream {
	const same = stream.compose(async function* (chunks: AsyncIterable<Buffer>) {
		let head: Buffer | undefined = Buffer.alloc(0);
		let total = 0;
		for await (const chunk of chunks) {
			total += chunk.length;
			if (head === undefined) {
				yield chunk;
				continue;
			}
			head = Buffer.concat([head, chunk]);
			if (head.length < HEAD_BYTES) continue;
			yield requireRight(head, isRight, seen);
			head = undefined;
		}
		if (head !== undefined) yield requireRight(head, isRight, seen);
		if (total < sizeBytes) throw new Error('Not the whole file');
	}) as ByteStream;
	// It can break before n8n begins to read it, which would end the process when nobody listens.
	same.on('error', () => undefined);
	return same;
}

function requireRight(head: Buffer, isRight: (head: Buffer) => boolean, seen: Head): Buffer {
	seen.isWrong = !isRight(head.subarray(0, HEAD_BYTES));
	if (seen.isWrong) throw new Error('Another kind of file');
	return head;
}

function isPdf(head: Buffer): boolean {
	return head.includes('%PDF-');
}

function isHtml(head: Buffer): boolean {
	return /^\ufeff?\s{0,100}<(!doctype html|html)[\s>]/i.test(head.toString('utf8'));
}

function otherFile(
	context: FileContext,
	{ accept, itemIndex }: { accept: string; itemIndex: number },
): NodeApiError {
	const expected = accept === PDF ? 'a PDF' : 'the file';
	return new NodeApiError(
		context.getNode(),
		{},
		{
			message: `The service answered with something else than ${expected}`,
			description:
				'It may be a web page of a proxy, or of another service. Check the region or address in the credential and the network between this n8n and the service, and run again.',
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
	const name = title.slice(-4).toLowerCase() === '.pdf' ? title.slice(0, -4) : title;
	return `${cleaned(name) || 'document'}.pdf`;
}

/** The same for files that keep their own ending. */
export function safeName(name: string): string {
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
