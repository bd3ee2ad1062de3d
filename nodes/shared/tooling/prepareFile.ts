import type { IBinaryData } from 'n8n-workflow';

import { downloadPdf } from '../document/download';
import { safeFileName } from '../document/fileName';
import type { Call } from '../http/call';
import { deletion } from '../http/deletion';
import { callTo } from '../http/endpoint';
import type { Endpoint } from '../http/endpoint';
import { alsoSaying } from '../http/failure';
import { callForJson, callService, isRefused } from '../http/transport';
import type { ItemContext } from '../operation/operation';
import { multipartOf } from '../validation/multipart';
import type { AnyFile } from './anyFile';
import { deleteEndpoint, downloadEndpoint, uploadEndpoint } from './endpoints';
import { named, runSteps, stepNames } from './steps';
import type { StepLimits, Prepared, Switches } from './steps';
import { Uploaded } from './tooling.schema';
import { untilReady } from './untilReady';

const LEFT_BEHIND =
	'The uploaded file could not be deleted from the service, which deletes it by itself after ten minutes.';

/** Any file becomes a PDF: uploaded, changed step by step, fetched back, and deleted from the service. */
export async function prepareFile(
	item: ItemContext,
	any: AnyFile,
	{ switches, patience }: { switches: Switches; patience: StepLimits },
): Promise<Prepared & { pdf: IBinaryData }> {
	const { result, warnings } = await withUpload(item, any, patience, async (uploaded) => {
		const prepared = await runSteps(item, uploaded, { switches, patience });
		const pdf = await named(
			stepNames.download,
			async () => await fetchPdf(item, uploaded.id, { fileName: any.part.fileName, patience }),
		);
		return { ...prepared, pdf };
	});
	return { ...result, warnings: [...result.warnings, ...warnings] };
}

/** The upload is deleted afterwards, also when the work has failed. After a stop n8n sends nothing more. */
export async function withUpload<T>(
	item: ItemContext,
	any: AnyFile,
	patience: StepLimits,
	work: (uploaded: Uploaded) => Promise<T>,
): Promise<{ result: T; warnings: string[] }> {
	const uploaded = await named(stepNames.upload, async () => await upload(item, any, patience));
	const remove = async () => await isDeleted(item, uploaded.id, patience);
	const result = await work(uploaded).catch(async (error: unknown) => {
		throw (await remove()) ? error : alsoSaying(error, LEFT_BEHIND);
	});
	return { result, warnings: (await remove()) ? [] : [LEFT_BEHIND] };
}

/** Work that follows: where it fails, no output says that the upload was left behind, so the error does. */
export async function withWarnings<T>(
	warnings: string[] | undefined,
	work: () => Promise<T>,
): Promise<T> {
	return await work().catch((error: unknown) => {
		throw warnings?.includes(LEFT_BEHIND) ? alsoSaying(error, LEFT_BEHIND) : error;
	});
}

async function upload(
	item: ItemContext,
	{ file, part }: AnyFile,
	patience: StepLimits,
): Promise<Uploaded> {
	const [ending] = /\.[a-z0-9]{1,10}$/i.exec(part.fileName) ?? [];
	const call: Call = {
		...callFor(item, uploadEndpoint(ending?.toLowerCase()), patience),
		body: await multipartOf(file, part),
	};
	return await callForJson(item.context, call, Uploaded);
}

function callFor(
	{ itemIndex }: ItemContext,
	endpoint: Endpoint,
	{ timeoutSeconds }: StepLimits,
	...ids: string[]
): Call {
	return { ...callTo(endpoint, ...ids), version: 'v1', timeoutSeconds, itemIndex };
}

async function fetchPdf(
	item: ItemContext,
	id: string,
	{ fileName, patience }: { fileName: string; patience: StepLimits },
): Promise<IBinaryData> {
	return await untilReady(item.context, {
		call: callFor(item, downloadEndpoint, patience, id),
		limitMs: patience.limitMs,
		ask: async (call) =>
			await downloadPdf(item.context, {
				call,
				about: { fileName: pdfNameOf(fileName) },
			}),
	});
}

/** The name of the file, with another ending. */
export function pdfNameOf(fileName: string): string {
	return safeFileName(fileName.replace(/\.[a-z0-9]{1,10}$/i, ''));
}

/** False where it is left behind, which is no reason to fail. */
async function isDeleted(item: ItemContext, id: string, patience: StepLimits): Promise<boolean> {
	const { context } = item;
	const call = deletion(callFor(item, deleteEndpoint, patience, id));
	try {
		const { limitMs } = patience;
		const ask = async (asked: Call) => await callService(context, asked);
		const answer = await untilReady(context, { call, limitMs, ask });
		return !isRefused(answer) || answer.status === 404;
	} catch {
		return false;
	}
}
