import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';

import { closeBody } from '../http/body';
import type { ByteStream } from '../http/body';
import type { Answer, Call, FileContext } from '../http/call';
import { limitMs } from '../http/exchange';
import { callService } from '../http/transport';
import { AnswerTooLong, within } from '../network/answer';
import { HTML, mediaTypeOf } from '../network/contentType';
import { SILENCE_MS } from '../network/patience';
import type { DownloadProgress } from '../network/patience';
import { safeFileName, safeName } from './fileName';
import { HEAD_BYTES, isPdf } from './pdf';

interface About {
	fileName: string;
	/** As the service says; fewer are not the whole file. */
	sizeBytes?: number;
}

interface Download {
	call: Call;
	/** A promise where a call of its own asks for it, at the same time as the download. */
	about: About | Promise<About>;
	/** The most that may come, so that the time limit fits. */
	expectedBytes?: number;
	/** For a caller that waits for our answer meanwhile: no call is sent twice, and the time is limited. */
	patience?: DownloadProgress;
}

/** What is asked for, and how it is recognised. */
interface Kind {
	accept: string;
	inWords: string;
	isRight: (head: Buffer, named: Named) => boolean;
	nameFrom: (text: string) => string;
}

/** What is known of a file besides its bytes. */
interface Named {
	fileName: string;
	mediaType?: string;
}

const pdf: Kind = {
	accept: 'application/pdf',
	inWords: 'a PDF',
	isRight: isPdf,
	nameFrom: safeFileName,
};

const xml: Kind = {
	accept: '*/*',
	inWords: 'the file',
	isRight: (head) => !isHtml(head),
	nameFrom: safeName,
};

/** A web page may be the file itself, unless another kind of file was asked for. */
const anyFile: Kind = {
	...xml,
	isRight: (head, { fileName, mediaType }) =>
		!(mediaType === HTML && isHtml(head) && OTHER_KIND.test(fileName)),
};

const OTHER_KIND = /\.(pdf|(doc|xls|ppt)[xm]?|gif|jpe?g|png|txt|csv|json|xml|zip)$/i;

/** A PDF as n8n binary, streamed from the service into n8n's own storage. */
export async function downloadPdf(context: FileContext, download: Download): Promise<IBinaryData> {
	return await receive(context, download, pdf);
}

/** A file of any kind; its media type is what the service says. */
export async function downloadFile(context: FileContext, download: Download): Promise<IBinaryData> {
	return await receive(context, download, anyFile);
}

/** The same for one that is XML by contract. */
export async function downloadXml(context: FileContext, download: Download): Promise<IBinaryData> {
	return await receive(context, download, xml);
}

async function receive(
	context: FileContext,
	{ call, about, expectedBytes, patience }: Download,
	{ accept, inWords, isRight, nameFrom }: Kind,
): Promise<IBinaryData> {
	const asked: Call = {
		...call,
		accept,
		answerAs: 'stream',
		expectedBytes,
		...(patience && { failFast: true, timeoutSeconds: SILENCE_MS / 1000 }),
	};
	const { fileName, sizeBytes, body, headers } = await withAbout(
		about,
		open(context, asked, patience),
	);
	const head: Head = {};
	const mediaType = accept === anyFile.accept ? mediaTypeOf(headers) : accept;
	const named = { fileName, mediaType };
	const stream = checked(body, { isRight: (first) => isRight(first, named), sizeBytes }, head);
	try {
		return await context.helpers.prepareBinaryData(stream, nameFrom(fileName), mediaType);
	} catch (error) {
		if (head.isWrong) throw otherFile(context, { inWords, itemIndex: call.itemIndex });
		throw brokenOff(context, { error, itemIndex: call.itemIndex });
	}
}

interface Opened {
	headers: Answer['headers'];
	body: ByteStream;
}

async function open(
	context: FileContext,
	call: Call,
	patience?: DownloadProgress,
): Promise<Opened> {
	const { body, headers } = await callService(context, call);
	return { headers, body: boundedFile(body, call, patience) };
}

/** Waits for both; of two failures it throws that of `about`, and it leaves no download open. */
async function withAbout(about: About | Promise<About>, opening: Promise<Opened>) {
	const [described, opened] = await Promise.allSettled([about, opening]);
	if (described.status === 'rejected') {
		if (opened.status === 'fulfilled') closeBody(opened.value.body);
		throw described.reason;
	}
	if (opened.status === 'rejected') throw opened.reason;
	return { ...described.value, ...opened.value };
}

/** More than twice the largest document: a file that never ends would fill n8n's disk or memory. */
const LARGEST_FILE_BYTES = 256 * 1024 * 1024;

export function boundedFile(body: unknown, call: Call, patience?: DownloadProgress): ByteStream {
	const bounds = { silenceMs: limitMs(call), mostBytes: LARGEST_FILE_BYTES, patience };
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
	// It can break before n8n begins to read it, which would end the process without a listener.
	same.on('error', () => undefined);
	return same;
}

function requireRight(head: Buffer, isRight: (head: Buffer) => boolean, seen: Head): Buffer {
	seen.isWrong = !isRight(head.subarray(0, HEAD_BYTES));
	if (seen.isWrong) throw new Error('Another kind of file');
	return head;
}

function isHtml(head: Buffer): boolean {
	return /^\ufeff?\s{0,100}<(!doctype html|html)[\s>]/i.test(head.toString('utf8'));
}

function otherFile(
	context: FileContext,
	{ inWords, itemIndex }: { inWords: string; itemIndex: number },
): NodeApiError {
	return new NodeApiError(
		context.getNode(),
		{},
		{
			message: `The service answered with something other than ${inWords}`,
			description:
				'It may be a web page of a proxy, or of another service. Check the region or address in the credential and the network between this n8n and the service, and run again.',
			itemIndex,
		},
	);
}
