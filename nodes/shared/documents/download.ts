import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';

import { closeBody } from '../client/call';
import type { Call, FileContext } from '../client/call';
import { AnswerTooLong, HTML, mediaTypeOf, SILENCE_MS, within } from '../network/answer';
import type { ByteStream, DownloadProgress } from '../network/answer';
import { callTimeoutMs } from '../client/attempt';
import { callService } from '../client/callService';
import { safeFileName, safeName } from './fileName';
import { HEAD_BYTES, isPdf } from './pdf';

interface About {
	fileName: string;
	/** As the service says; fewer are not the whole file. */
	sizeBytes?: number;
}

interface Download {
	call: Call;
	/** A promise if a separate call asks for it, at the same time as the download. */
	about: About | Promise<About>;
	/** The most that may come, so that the time limit fits. */
	expectedBytes?: number;
	/** For a caller that waits for our answer meanwhile: no call is sent twice, and the time is limited. */
	progress?: DownloadProgress;
}

/** How a kind of file is asked for and recognised. */
interface Kind {
	accept: string;
	inWords: string;
	isRight: (head: Buffer, named: { fileName: string; mediaType?: string }) => boolean;
	nameFrom: (text: string) => string;
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

/** Streamed from the service into n8n's own storage. */
const downloadOf = (kind: Kind) => async (context: FileContext, download: Download) =>
	await receive(context, download, kind);

export const downloadPdf = downloadOf(pdf);
/** Its media type is what the service says. */
export const downloadFile = downloadOf(anyFile);
/** XML by contract. */
export const downloadXml = downloadOf(xml);

async function receive(
	context: FileContext,
	{ call, about, expectedBytes, progress }: Download,
	{ accept, inWords, isRight, nameFrom }: Kind,
): Promise<IBinaryData> {
	const asked: Call = {
		...call,
		accept,
		answerAs: 'stream',
		expectedBytes,
		...(progress && { failFast: true, timeoutSeconds: SILENCE_MS / 1000 }),
	};
	const opening = callService(context, asked).then(({ body, headers }) => ({
		headers,
		body: boundedFile(body, asked, progress),
	}));
	const { fileName, sizeBytes, body, headers } = await withAbout(about, opening);
	const mediaType = accept === anyFile.accept ? mediaTypeOf(headers) : accept;
	const isRightHead = (head: Buffer) => isRight(head, { fileName, mediaType });
	const stream = checked(body, isRightHead, sizeBytes);
	try {
		return await context.helpers.prepareBinaryData(stream, nameFrom(fileName), mediaType);
	} catch (error) {
		throw brokenOff(context, { error, inWords, itemIndex: call.itemIndex });
	}
}

/** Waits for both; of two failures it throws that of `about`, and it leaves no download open. */
async function withAbout<T extends { body: ByteStream }>(
	about: About | Promise<About>,
	opening: Promise<T>,
): Promise<About & T> {
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

export function boundedFile(body: unknown, call: Call, progress?: DownloadProgress): ByteStream {
	const bounds = { silenceMs: callTimeoutMs(call), mostBytes: LARGEST_FILE_BYTES, progress };
	return within(bounds, body as ByteStream);
}

class OtherKind extends Error {}

export function brokenOff(
	context: FileContext,
	{ error, inWords, itemIndex }: { error: unknown; inWords?: string; itemIndex: number },
): NodeApiError {
	const failure = (message: string, description: string, facts = {}) =>
		new NodeApiError(context.getNode(), facts, { message, description, itemIndex });
	if (error instanceof OtherKind) {
		return failure(
			`Skribble answered with something other than ${inWords}`,
			'Check the region or address in the credential, and try again. A proxy may have answered.',
		);
	}
	if (error instanceof AnswerTooLong) {
		return failure(
			`The file is larger than ${LARGEST_FILE_BYTES >> 20} MB`,
			'Check the region or address in the credential, and try again. A proxy may have answered.',
		);
	}
	return failure(
		'The download stopped before the end of the file',
		'Try again. If the error stays, check the network of this n8n.',
		{ reason: (error as Error).name },
	);
}

/** The same bytes. Fails if they begin like another kind of file, such as the page of a proxy, or are too few. */
function checked(
	stream: ByteStream,
	isRight: (head: Buffer) => boolean,
	sizeBytes = 0,
): ByteStream {
	const checkedHead = (head: Buffer) => {
		if (!isRight(head.subarray(0, HEAD_BYTES))) throw new OtherKind();
		return head;
	};
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
			yield checkedHead(head);
			head = undefined;
		}
		if (head !== undefined) yield checkedHead(head);
		if (total < sizeBytes) throw new Error('Not the whole file');
	}) as ByteStream;
	// It can break before n8n begins to read it, which would end the process without a listener.
	same.on('error', () => undefined);
	return same;
}

function isHtml(head: Buffer): boolean {
	return /^\ufeff?\s{0,100}<(!doctype html|html)[\s>]/i.test(head.toString('utf8'));
}
