import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { requestFileName } from '../../../shared/documents/fileName';
import type { ApiVersion, FileContext } from '../../../shared/client/call';
import { addDescription } from '../../../shared/client/errors';
import { shortened } from '../../../shared/client/foreignText';
import { oncePerContext } from '../../../shared/memory/processMemory';
import { asNodeError, failureItem, withItemNumber } from '../../../shared/execution/itemError';
import type { NodeError } from '../../../shared/execution/itemError';
import type { PairedResult } from '../../../shared/execution/operation';
import { omitUndefined } from '../../../shared/network/json';
import { runConcurrently } from '../../../shared/execution/runConcurrently';
import { withDecline } from '../../../shared/requests/auditReport';
import { updatesOf } from '../../../shared/requests/requestEvent';
import { qualityFaults } from '../../../shared/requests/signedQuality';
import { withFiles } from '../../../shared/requests/requestFiles';
import type { SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import { requestOutput } from '../../requestForm';
import type { ResultForm } from './wait.fields';

/** A request, with its outcome if it has ended. */
export interface SentRequest {
	requestId: string;
	outcome?: string;
	/** Missing if it could not be read again. */
	request?: SignatureRequest;
	problem?: string;
	/** From the preparation of the file. */
	warnings?: string[];
}

export interface SentItem extends SentRequest {
	form: ResultForm & { version: ApiVersion };
	/** The time limit, or the end of the last day to sign. */
	until: Date;
}

/** The requests of a run, by the index of the item. */
export const sentIn = oncePerContext(() => new Map<number, SentItem>());

/** The output of Send and Wait after the request has ended. */
export async function resultItem(
	context: FileContext,
	request: SignatureRequest,
	{
		outcome,
		version,
		simplify,
		downloadDocuments,
		outputPropertyName: field,
		isCallback,
		warnings,
	}: ResultForm &
		Pick<SentRequest, 'warnings'> & { outcome: string; version: ApiVersion; isCallback?: boolean },
): Promise<INodeExecutionData> {
	const asked = { version, itemIndex: 0, isCallback };
	const whole = simplify ? await withDecline(context, request, asked) : request;
	const shown = requestOutput(whole, { simplify });
	const json = omitUndefined({ outcome, updates: updatesOf(request), ...shown, warnings });
	return await withFiles(context, json, { request, version, downloadDocuments, field, isCallback });
}

type WaitedItem = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Each of them downloads files. */
const MOST_AT_ONCE = 8;

/** The output after all requests have ended. Items without a request stay unchanged. */
export async function resultItems(
	context: IExecuteFunctions,
	results: PairedResult[],
	sent: Map<number, SentItem>,
): Promise<PairedResult[]> {
	const isOne = results.length === 1;
	const { done, failures } = await runConcurrently(
		results.map((_, index) => [index]),
		{
			most: MOST_AT_ONCE,
			work: async (index): Promise<PairedResult> => {
				const result = results[index] as PairedResult;
				const one = sent.get(result.pairedItem.item);
				if (!one) return result;
				const { pairedItem } = result;
				if (context.continueOnFail()) {
					const output = await itemOrFailure(context, one).catch((error: unknown) =>
						failedItem(withItemNumber(context, asNodeError(context, error, pairedItem.item)), one),
					);
					return { ...output, pairedItem };
				}
				const output = isOne ? await onlyItem(context, one) : await oneOfMany(context, one);
				return { ...output, pairedItem };
			},
			onFailure: () => undefined,
		},
	);
	for (const error of failures.values()) throw error;
	return results.map((result, index) => done.get(index) ?? result);
}

async function onlyItem(context: FileContext, one: SentItem): Promise<WaitedItem> {
	const { requestId, request, outcome = '', problem: downloadError, warnings, form } = one;
	if (!request) {
		const facts = { id: requestId, fileName: requestFileName({ id: requestId }) };
		return { json: omitUndefined({ outcome, ...facts, downloadError, warnings }) };
	}
	return await resultItem(context, request, { outcome, warnings, ...form }).catch(
		(error: unknown) => {
			throw addDescription(error, getFilesLater(one));
		},
	);
}

function getFilesLater({ requestId, outcome = '' }: SentRequest): string {
	return `Get the files of the request ${requestId} (${outcome}) with Download Documents. Don't send it again.`;
}

async function itemOrFailure(context: FileContext, one: SentItem): Promise<WaitedItem> {
	const reason = whyFailed(context, [one], one.form);
	if (reason) return failedItem(reason, one);
	return orMissingFile(context, await onlyItem(context, one), one);
}

/** If the workflow continues after failures, an item without its file is a failure. */
export function orMissingFile(
	context: FileContext,
	item: WaitedItem,
	one: SentRequest,
): WaitedItem {
	const { downloadError } = item.json;
	if (downloadError === undefined) return item;
	const description = getFilesLater(one);
	const error = new NodeOperationError(context.getNode(), String(downloadError), { description });
	return failedItem(error, one);
}

/** n8n sends an item to the error output only if it has no other fields. */
export function failedItem(error: NodeError, { requestId, outcome }: SentRequest): WaitedItem {
	return { json: failureItem(error, { requestId, outcome }) };
}

/** A file that can't be downloaded must not stop the other items. */
async function oneOfMany(context: FileContext, one: SentItem): Promise<WaitedItem> {
	try {
		return await onlyItem(context, one);
	} catch (error) {
		const withoutFiles = { ...one, form: { ...one.form, downloadDocuments: false } };
		const { json } = await onlyItem(context, withoutFiles);
		return { json: { ...json, downloadError: (error as Error).message } };
	}
}

/** For Fail Unless Signed and Fail If Quality Is Not Met. */
export function whyFailed(
	context: FileContext,
	sent: SentRequest[],
	{ failUnlessSigned, failIfQualityNotMet }: ResultForm,
): NodeOperationError | undefined {
	const unsigned = failUnlessSigned ? whyNotSigned(context, sent) : undefined;
	return unsigned ?? (failIfQualityNotMet ? whyBelowQuality(context, sent) : undefined);
}

function whyBelowQuality(
	context: FileContext,
	sent: SentRequest[],
): NodeOperationError | undefined {
	const below = sent.filter((one) => faultsOf(one).length > 0);
	if (below.length === 0) return undefined;
	const message =
		sent.length === 1
			? `The request ${titleOf(sent[0]!)} doesn't have the quality asked for`
			: `${below.length} of ${sent.length} requests don't have the quality asked for`;
	const lines = below.map(
		(one) => `${titleOf(one)} (id ${one.requestId}): ${faultsOf(one).join(', ')}`,
	);
	const description = `${lines.join('. ')}. Create a new request if you need a higher quality.`;
	return new NodeOperationError(context.getNode(), message, { description });
}

function faultsOf({ request, outcome }: SentRequest): string[] {
	if (request) return outcome === undefined ? [] : qualityFaults(request);
	return outcome === 'signed' ? ["the request can't be read"] : [];
}

function whyNotSigned(context: FileContext, sent: SentRequest[]): NodeOperationError | undefined {
	const others = sent.filter(({ outcome }) => outcome !== 'signed');
	const [first] = others;
	if (!first) return undefined;
	const { requestId } = first;
	const isOne = sent.length === 1;
	return new NodeOperationError(
		context.getNode(),
		isOne
			? `The request ${titleOf(first)} isn't signed: ${endOf(first)}`
			: `${others.length} of ${sent.length} requests aren't signed`,
		{
			description: isOne
				? `Check with Get, ID ${requestId}, who declined or withdrew it. Then create a new one.`
				: `${others.map((one) => `${titleOf(one)} (id ${one.requestId}): ${endOf(one)}`).join('. ')}. Check them with Get. Then create new ones.`,
		},
	);
}

/** For requests that were open when the wait began. At the time limit, n8n runs nothing that could read them. */
export function whyNotInTime(context: FileContext, open: SentRequest[]): NodeOperationError {
	const titles = open.map(titleOf).join(', ');
	const ids = open.map(({ requestId }) => requestId).join(', ');
	const isOne = open.length === 1;
	return new NodeOperationError(
		context.getNode(),
		isOne
			? `Not everyone signed the request ${titles} in time`
			: `Not everyone signed these requests in time: ${titles}`,
		{
			description: isOne
				? `Check with Get, ID ${ids}, who has signed.`
				: `Check with Get who has signed: IDs ${ids}.`,
		},
	);
}

function titleOf({ request, requestId }: SentRequest): string {
	return `"${shortened(request?.title ?? requestId)}"`;
}

function endOf({ outcome = 'open' }: SentRequest): string {
	return outcome === 'error' ? 'a technical error ended it' : `it was ${shortened(outcome)}`;
}
