import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { callTo } from '../client/call';
import type { Call, Endpoint } from '../client/call';
import { callForJson, callService, accepting404 } from '../client/callService';
import { addDescription } from '../client/errors';
import { shortened } from '../client/foreignText';
import { fileFault } from '../documents/document';
import { downloadPdf } from '../documents/download';
import { safeFileName } from '../documents/fileName';
import { multipartOf } from '../documents/pdf';
import type { ItemContext } from '../execution/operation';
import type { SchemaFor } from '../form/readers';
import { omitUndefined } from '../network/json';
import type { AnyFile } from './anyFile';
import type { StepLimits, Switches } from './prepare.fields';
import {
	Compressed,
	Conformed,
	deleteEndpoint,
	downloadEndpoint,
	MOST_TAGS,
	Spotted,
	stepEndpoints,
	untilReady,
	Uploaded,
	uploadEndpoint,
} from './tooling';
import type { TagResults } from './tooling';

const LEFT_BEHIND = "The uploaded file couldn't be deleted. Skribble deletes it after ten minutes.";

/** Any file becomes a PDF: uploaded, changed step by step, fetched back, and deleted from the service. */
export async function prepareFile(
	item: ItemContext,
	any: AnyFile,
	{ switches, timeouts }: { switches: Switches; timeouts: StepLimits },
): Promise<Prepared & { pdf: IBinaryData }> {
	const { result, warnings } = await withUpload(item, any, timeouts, async (uploaded) => {
		const prepared = await runSteps(item, uploaded, { switches, timeouts });
		const pdf = await named(
			stepNames.download,
			async () => await fetchPdf(item, uploaded.id, { fileName: any.part.fileName, timeouts }),
		);
		return { ...prepared, pdf };
	});
	return { ...result, warnings: [...result.warnings, ...warnings] };
}

/** The upload is deleted afterwards, also when the work has failed. After a stop n8n sends nothing more. */
export async function withUpload<T>(
	item: ItemContext,
	any: AnyFile,
	timeouts: StepLimits,
	work: (uploaded: Uploaded) => Promise<T>,
): Promise<{ result: T; warnings: string[] }> {
	const uploaded = await named(stepNames.upload, async () => await upload(item, any, timeouts));
	const remove = async () => await isDeleted(item, uploaded.id, timeouts);
	const result = await work(uploaded).catch(async (error: unknown) => {
		throw (await remove()) ? error : addDescription(error, LEFT_BEHIND);
	});
	return { result, warnings: (await remove()) ? [] : [LEFT_BEHIND] };
}

/** Work that follows: where it fails, no output says that the upload was left behind, so the error does. */
export async function withWarnings<T>(
	warnings: string[] | undefined,
	work: () => Promise<T>,
): Promise<T> {
	return await work().catch((error: unknown) => {
		throw warnings?.includes(LEFT_BEHIND) ? addDescription(error, LEFT_BEHIND) : error;
	});
}

async function upload(
	item: ItemContext,
	{ file, part }: AnyFile,
	timeouts: StepLimits,
): Promise<Uploaded> {
	const [ending] = /\.[a-z0-9]{1,10}$/i.exec(part.fileName) ?? [];
	const call: Call = {
		...callFor(item, uploadEndpoint(ending?.toLowerCase()), timeouts),
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
	{ fileName, timeouts }: { fileName: string; timeouts: StepLimits },
): Promise<IBinaryData> {
	const about = { fileName: pdfNameOf(fileName) };
	return await untilReady(item.context, {
		call: callFor(item, downloadEndpoint, timeouts, id),
		limitMs: timeouts.limitMs,
		ask: async (call) => await downloadPdf(item.context, { call, about }),
	});
}

/** The name of the file, with another ending. */
export function pdfNameOf(fileName: string): string {
	return safeFileName(fileName.replace(/\.[a-z0-9]{1,10}$/i, ''));
}

/** False where it is left behind, which is no reason to fail. */
async function isDeleted(item: ItemContext, id: string, timeouts: StepLimits): Promise<boolean> {
	try {
		const answer = await untilReady(item.context, {
			call: accepting404(callFor(item, deleteEndpoint, timeouts, id)),
			limitMs: timeouts.limitMs,
			ask: async (call) => await callService(item.context, call),
		});
		return answer.outcome === 'done' || answer.status === 404;
	} catch {
		return false;
	}
}

/** What the steps have found out. */
interface Prepared {
	tags?: TagResults;
	pages?: number;
	conformance?: string;
	claimedConformance?: string;
	warnings: string[];
}

/** What every step answers with, beside its own. */
interface StepAnswer {
	status: string;
	details: string[];
}

interface StepCall<T extends StepAnswer> {
	name: keyof typeof stepEndpoints;
	query?: IDataObject;
	schema: SchemaFor<T>;
}

/** One step of the service, asked for until it is done. */
export async function runStep<T extends StepAnswer>(
	item: ItemContext,
	{ id, timeouts }: { id: string; timeouts: StepLimits },
	{ name, query, schema }: StepCall<T>,
): Promise<T> {
	const call = callFor(item, stepEndpoints[name], timeouts, id);
	return await untilReady(item.context, {
		call: { ...call, query: query && omitUndefined(query) },
		limitMs: timeouts.limitMs,
		ask: async (asked) => await callForJson(item.context, asked, schema),
		isPending: ({ status }) => status.toLowerCase() === 'pending',
	});
}

/** As the form calls them, for errors and warnings. */
export const stepNames = {
	upload: 'Upload',
	tags: 'Find Signers by Tags',
	compress: 'Compress',
	pdfA: 'Make PDF/A',
	check: 'Check PDF/A',
	download: 'Download',
};
type StepName = (typeof stepNames)[keyof typeof stepNames];

/** Its errors begin with the name of the step, because several run one after the other. */
export async function named<T>(step: StepName, work: () => Promise<T>): Promise<T> {
	return await work().catch((error: unknown) => {
		if (error instanceof NodeApiError || error instanceof NodeOperationError) {
			error.message = `${step}: ${error.message}`;
		}
		throw error;
	});
}

/**
 * Tags first, because the other steps may change the text around them; PDF/A last, because compressing
 * may end the conformance.
 */
async function runSteps(
	item: ItemContext,
	{ id, permissions, properties }: Uploaded,
	{ switches, timeouts }: { switches: Switches; timeouts: StepLimits },
): Promise<Prepared> {
	const { findSigners, compress, pdfA, force } = switches;
	const upload = { id, timeouts };
	const forced = force || undefined;
	const done: Prepared = {
		pages: properties.pages,
		claimedConformance: properties.claimedConformance,
		warnings: [],
	};
	if (findSigners) {
		await named(stepNames.tags, async () => {
			const spotted = await runStep(item, upload, { name: 'spotsigners', schema: Spotted });
			requireSuccess(item, spotted);
			if (spotted.results === 'tooMany') {
				throw fileFault(item, {
					message: `The document has more than ${MOST_TAGS} tags and signatures`,
					description: 'Remove tags from the document, or split it, and try again.',
				});
			}
			done.tags = spotted.results;
		});
	}
	if (compress !== undefined) {
		await named(stepNames.compress, async () => {
			requirePermission(item, permissions.canCompress, force);
			const query = { optimise: compress, force: forced };
			const answer = await runStep(item, upload, { name: 'compress', query, schema: Compressed });
			done.pages = answer.pages ?? done.pages;
			done.claimedConformance = answer.claimedConformance ?? done.claimedConformance;
			// The file can be used as it is.
			const stayed = hasFailed(answer) ? 'stayed' : 'may have stayed';
			if (!hasSucceeded(answer)) {
				done.warnings.push(`Compress: it ${stayed} as it was. ${reasonIn(answer)}`);
			}
		});
	}
	if (pdfA) {
		await named(stepNames.pdfA, async () => {
			requirePermission(item, permissions.canConform, force);
			const query = { conform: pdfA.level, allowdowngrade: pdfA.allowDowngrade, force: forced };
			const answer = await runStep(item, upload, { name: 'conform', query, schema: Conformed });
			requireSuccess(item, answer);
			done.conformance = answer.conformance;
			done.claimedConformance = answer.claimedConformance ?? answer.conformance;
			if (answer.downgraded) done.warnings.push(downgraded(pdfA.level, answer.conformance));
		});
	}
	if (permissions.allowsSign === false) {
		done.warnings.push("The file doesn't allow signatures. Its author has restricted it.");
	}
	return done;
}

function downgraded(level: string, conformance = 'a lower level'): string {
	return `Make PDF/A: The file is ${conformance}, because ${level} wasn't possible. To stop in this case, switch Allow Downgrade off.`;
}

export function hasFailed({ status }: StepAnswer): boolean {
	return status.toLowerCase() === 'failed';
}

export function hasSucceeded({ status }: StepAnswer): boolean {
	return status.toLowerCase() === 'success';
}

/** In words, for an answer that is no success. */
export function reasonIn(answer: StepAnswer): string {
	const { status, details } = answer;
	const words = details.length === 0 ? '' : `Skribble says: ${shortened(details.join(' '))}`;
	if (hasFailed(answer)) return words || 'Skribble gives no reason.';
	const unknown = `Skribble's status is "${shortened(status)}".`;
	return [unknown, words].filter(Boolean).join(' ');
}

function requireSuccess(item: ItemContext, answer: StepAnswer): void {
	if (hasSucceeded(answer)) return;
	throw fileFault(item, {
		message: "Skribble couldn't do this with the file",
		description: `${reasonIn(answer)}\nSwitch this step off, or correct the file and try again.`,
	});
}

/** A file that is signed or restricted is not changed, because that would end its signatures. */
function requirePermission(
	item: ItemContext,
	isAllowed: boolean | undefined,
	force: boolean,
): void {
	if (isAllowed !== false || force) return;
	throw fileFault(item, {
		message: "Skribble doesn't change this file",
		description:
			'Switch this step off, or add the option Force, which makes signatures in the file invalid. The file is signed, or its author has restricted it.',
	});
}
