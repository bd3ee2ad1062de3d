import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { requestFileName } from '../../../../shared/document/fileName';
import type { ApiVersion, FileContext } from '../../../../shared/http/call';
import { alsoSaying } from '../../../../shared/http/failure';
import { shortened } from '../../../../shared/http/foreignText';
import { perRun } from '../../../../shared/memory/perRun';
import { asNodeError, failureItem } from '../../../../shared/operation/operation';
import type { NodeError, PairedResult } from '../../../../shared/operation/operation';
import { omitUndefined } from '../../../../shared/operation/omit';
import { sideBySide } from '../../../../shared/operation/sideBySide';
import { updatesOf } from '../../../../shared/signatureRequest/requestEvent';
import { withFiles } from '../../../../shared/signatureRequest/requestFiles';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { requestOutput } from '../../requestOutput';
import type { ResultForm } from './wait.schema';

/** A request, and how it has ended, unless it is open. */
export interface SentRequest {
	requestId: string;
	outcome?: string;
	/** Missing where it could not be read again. */
	request?: SignatureRequest;
	problem?: string;
	/** What preparing the file has brought to light. */
	warnings?: string[];
}

export interface SentItem extends SentRequest {
	form: ResultForm & { version: ApiVersion };
	/** When waiting for it makes no sense any more. */
	until: Date;
}

/** What a run has sent, by the index of the item. */
export const sentIn = perRun(() => new Map<number, SentItem>());

/** What comes out of Send and Wait when the request is over. */
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
	const shown = requestOutput(request, { simplify });
	const json = omitUndefined({ outcome, updates: updatesOf(request), ...shown, warnings });
	return await withFiles(context, json, { request, version, downloadDocuments, field, isCallback });
}

type WaitedItem = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Each loads its files at the same time as so many others. */
const MOST_AT_ONCE = 8;

/** What comes out when all have ended; an item of which nothing was sent stays as it is. */
export async function resultItems(
	context: IExecuteFunctions,
	results: PairedResult[],
	sent: Map<number, SentItem>,
): Promise<PairedResult[]> {
	const isOne = results.length === 1;
	const { done, failures } = await sideBySide(
		results.map((_, index) => [index]),
		{
			most: MOST_AT_ONCE,
			work: async (index): Promise<PairedResult> => {
				const result = results[index] as PairedResult;
				const one = sent.get(result.pairedItem.item);
				if (!one) return result;
				const { pairedItem } = result;
				if (context.continueOnFail()) {
					const made = await itemOrFailure(context, one).catch((error: unknown) =>
						failedItem(asNodeError(context, error, pairedItem.item), one),
					);
					return { ...made, pairedItem };
				}
				const made = isOne ? await onlyItem(context, one) : await oneOfMany(context, one);
				return { ...made, pairedItem };
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
			throw alsoSaying(error, getFilesLater(one));
		},
	);
}

function getFilesLater({ requestId, outcome = '' }: SentRequest): string {
	return `The request ${requestId} is there, and it is over (${outcome}). Get its files with Download Documents instead of running this again.`;
}

async function itemOrFailure(context: FileContext, one: SentItem): Promise<WaitedItem> {
	const unsigned = one.form.failUnlessSigned ? whyNotSigned(context, [one]) : undefined;
	if (unsigned) return failedItem(unsigned, one);
	return orMissingFile(context, await onlyItem(context, one), one);
}

/** Where the workflow continues after failures, an item that lacks its file is one. */
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

/** The others are not held up by a file that cannot be downloaded. */
async function oneOfMany(context: FileContext, one: SentItem): Promise<WaitedItem> {
	try {
		return await onlyItem(context, one);
	} catch (error) {
		const withoutFiles = { ...one, form: { ...one.form, downloadDocuments: false } };
		const { json } = await onlyItem(context, withoutFiles);
		return { json: { ...json, downloadError: (error as Error).message } };
	}
}

/** For those who want the execution to fail then. */
export function whyNotSigned(
	context: FileContext,
	sent: SentRequest[],
): NodeOperationError | undefined {
	const others = sent.filter(({ outcome }) => outcome !== 'signed');
	const [first] = others;
	if (!first) return undefined;
	const { requestId } = first;
	const isOne = sent.length === 1;
	return new NodeOperationError(
		context.getNode(),
		isOne
			? `The request ${titleOf(first)} was not signed by all: ${endOf(first)}`
			: `${others.length} of ${sent.length} requests were not signed by all`,
		{
			description: isOne
				? `Read it with Get, id ${requestId}, to see who did what; then create a new one.`
				: `${others.map((one) => `${titleOf(one)} (id ${one.requestId}): ${endOf(one)}`).join('. ')}. Read them with Get to see who did what; then create new ones.`,
		},
	);
}

/** The same for requests that were open when the wait began: at its end, n8n runs nothing that could read them. */
export function whyNotInTime(context: FileContext, open: SentRequest[]): NodeOperationError {
	const titles = open.map(titleOf).join(', ');
	const ids = open.map(({ requestId }) => requestId).join(', ');
	const isOne = open.length === 1;
	return new NodeOperationError(
		context.getNode(),
		isOne
			? `The time limit has passed, and the request ${titles} may not be signed`
			: `The time limit has passed, and these requests may not be signed: ${titles}`,
		{
			description: isOne
				? `Read it with Get, id ${ids}, to see who has signed.`
				: `Read each with Get to see who has signed: ids ${ids}.`,
		},
	);
}

function titleOf({ request, requestId }: SentRequest): string {
	return `"${shortened(request?.title ?? requestId)}"`;
}

function endOf({ outcome = 'open' }: SentRequest): string {
	return outcome === 'error' ? 'a technical error ended it' : `it was ${shortened(outcome)}`;
}
