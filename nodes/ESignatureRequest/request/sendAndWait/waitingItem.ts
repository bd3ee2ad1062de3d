import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { oncePerContext } from '../../../shared/memory/processMemory';
import { deleteCheckpoints, savedAnswer } from '../../../shared/execution/checkpoints';
import type { ItemContext, PairedResult } from '../../../shared/execution/operation';
import type { Step } from '../../../shared/execution/steps';
import { invalidateApprovals, isReview } from './approval/approval';
import type { ResultForm } from './wait.fields';
import { failedItem, whyFailed, whyNotInTime } from './waitResult';
import type { SentItem, SentRequest } from './waitResult';

const TIME_LIMIT = 'timeLimit';
/** The service doesn't have the request anymore. */
export const DELETED = 'deleted';
const NOT_SENT = 'notSent';
/** The fields of an item that failed before its request was sent. */
const FAILURE = ['error', 'details', 'outcome'];
/** If an item counts as failed at the time limit, its `details` contain the original item here. */
const ORIGINAL = 'waitingItem';

/** An input item of a waiting node, or the result of a failed wait, has these fields too. */
interface WaitingJson extends IDataObject {
	requestId: string;
	outcome: string;
}

/**
 * n8n saves the input items of a waiting node, and a callback reads them. At the time limit, they become the output
 * without another run of the node. So if the workflow continues after failures, they contain the failure from the start.
 */
export function saveInInput(
	context: IExecuteFunctions,
	results: PairedResult[],
	sent: Map<number, SentItem>,
): void {
	const items = context.getInputData();
	for (const { json: failure, pairedItem } of results) {
		const one = sent.get(pairedItem.item);
		const atLimit = one ? failureAtLimit(context, one) : failure;
		const facts = one
			? {
					...{ requestId: one.requestId, outcome: one.outcome ?? TIME_LIMIT },
					...(one.warnings && { warnings: one.warnings }),
				}
			: { ...failure, outcome: NOT_SENT };
		const item = items[pairedItem.item] as INodeExecutionData;
		const json: IDataObject = { ...withoutFailure(item.json), ...facts };
		const isFailure = context.continueOnFail() && atLimit !== undefined;
		item.json = isFailure ? failureWith(atLimit, json) : json;
	}
}

function failureAtLimit(context: IExecuteFunctions, one: SentItem): IDataObject | undefined {
	const { outcome = TIME_LIMIT, form } = one;
	const atLimit = form.failUnlessSigned ? whyNotInTime(context, [one]) : undefined;
	const reason = outcome === TIME_LIMIT ? atLimit : whyFailed(context, [one], form);
	return reason && failedItem(reason, { ...one, outcome }).json;
}

function failureWith({ error, details }: IDataObject, json: IDataObject): IDataObject {
	return { error, details: { ...(details as IDataObject), [ORIGINAL]: json } };
}

/** The item as it was before it counted as failed: a callback and another run continue with it. */
export function originalJson(json: IDataObject): IDataObject {
	const { [ORIGINAL]: original } = (json.details ?? {}) as { [ORIGINAL]?: IDataObject };
	return original ?? json;
}

/** Retry On Fail may succeed for an item that an earlier try marked as not sent. */
function withoutFailure(json: IDataObject): IDataObject {
	if (json.outcome !== NOT_SENT) return json;
	const own = Object.entries(json).filter(([name]) => !FAILURE.includes(name));
	return Object.fromEntries(own);
}

/** Our warnings, if the file was prepared. Otherwise `warnings` is a field of the user. */
export function savedWarnings(
	{ warnings }: IDataObject,
	{ source }: Pick<ResultForm, 'source'>,
): Pick<SentRequest, 'warnings'> {
	const isPrepared = source === 'anyFile' || source === 'template';
	return isPrepared && Array.isArray(warnings) ? { warnings: warnings as string[] } : {};
}

/** Undefined if nothing was sent for the item. */
export function requestIdOf({ json }: INodeExecutionData): string | undefined {
	return json.outcome === NOT_SENT ? undefined : String(json.requestId ?? '');
}

export function waitingJson(context: IExecuteFunctions, itemIndex: number): WaitingJson {
	const json = context.getInputData()[itemIndex]?.json as WaitingJson;
	return { ...json, requestId: json.requestId ?? json.id };
}

/** The error of an item that failed before its request was sent. */
export function failureOf({ context, itemIndex }: ItemContext): IDataObject | undefined {
	const { outcome, error, details } = waitingJson(context, itemIndex);
	return outcome === NOT_SENT ? { error, details } : undefined;
}

const waiting = { name: 'wait', what: 'this signature request' };

interface AwaitedRequest extends IDataObject {
	id: string;
	executionId: string;
}

/** n8n saves the checkpoint with the execution. Other nodes can't write there. */
export function persistRequestId(context: IExecuteFunctions, requestId: string): Step {
	const awaited: AwaitedRequest = { id: requestId, executionId: context.getExecutionId() };
	return { ...waiting, do: async () => awaited };
}

/**
 * Whether the node waited and a callback brought the outcomes: n8n runs it again then, and when the user retries the
 * execution. The items alone are no proof: the input of a first run can have the same fields.
 */
export const isResumed = oncePerContext((context: IExecuteFunctions) => {
	for (const item of context.getInputData()) item.json = originalJson(item.json);
	const awaited = context.getInputData().flatMap((_, index) => {
		const saved = savedAnswer(context, index, { step: waiting.name });
		return saved ? [{ ...(saved as AwaitedRequest), json: waitingJson(context, index) }] : [];
	});
	const isOther = awaited.some(({ executionId }) => executionId !== context.getExecutionId());
	if (isOther && isReview(context.getNode())) {
		invalidateApprovals(context);
		deleteCheckpoints(context);
		return false;
	}
	const isOver = ({ id, json: { requestId, outcome } }: (typeof awaited)[number]) =>
		id === requestId && outcome !== undefined && outcome !== TIME_LIMIT;
	return awaited.length > 0 && awaited.every(isOver);
});
