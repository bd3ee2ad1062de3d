import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { perRun } from '../../../../shared/memory/perRun';
import { earlierAnswer, forgetSent, sendOnce } from '../../../../shared/operation/once';
import type { ItemContext, PairedResult } from '../../../../shared/operation/operation';
import { useUpApprovals } from './approval/approval';
import { isReview } from './approval/gatedCall';
import type { ResultForm } from './wait.schema';
import { failedItem, whyNotInTime, whyNotSigned } from './waitResult';
import type { SentItem, SentRequest } from './waitResult';

const TIME_LIMIT = 'timeLimit';
/** The service knows no such request any more. */
export const DELETED = 'deleted';
const NOT_SENT = 'notSent';
/** What an item holds of which nothing was sent. */
const FAILURE = ['error', 'details', 'outcome'];
/** Where an item that will have failed at the time limit keeps what it held. */
const HELD = 'waitingItem';

/** What an input item of a waiting node holds beside its own fields, or the result that a failed wait has left. */
interface WaitingJson extends IDataObject {
	requestId: string;
	outcome: string;
}

/**
 * n8n keeps the input items of a waiting node, and a callback reads them. When the time limit passes, n8n runs nothing
 * of this node: they come out as they are then. So where the workflow continues after failures, they are failures
 * already.
 */
export function leaveInInput(
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
		item.json = isFailure ? holding(atLimit, json) : json;
	}
}

function failureAtLimit(context: IExecuteFunctions, one: SentItem): IDataObject | undefined {
	if (!one.form.failUnlessSigned) return undefined;
	const { outcome = TIME_LIMIT } = one;
	const reason =
		outcome === TIME_LIMIT ? whyNotInTime(context, [one]) : whyNotSigned(context, [one]);
	return reason && failedItem(reason, { ...one, outcome }).json;
}

function holding({ error, details }: IDataObject, json: IDataObject): IDataObject {
	return { error, details: { ...(details as IDataObject), [HELD]: json } };
}

/** What the item held while it waited; a callback and another run continue with that. */
export function heldBy(json: IDataObject): IDataObject {
	const { [HELD]: held } = (json.details ?? {}) as { [HELD]?: IDataObject };
	return held ?? json;
}

/** Retry On Fail may have sent after all what an earlier try has left as not sent. */
function withoutFailure(json: IDataObject): IDataObject {
	if (json.outcome !== NOT_SENT) return json;
	const own = Object.entries(json).filter(([name]) => !FAILURE.includes(name));
	return Object.fromEntries(own);
}

/** Where the file was prepared, the item holds our warnings; elsewhere it may have a field of that name of its own. */
export function keptWarnings(
	{ warnings }: IDataObject,
	{ source }: Pick<ResultForm, 'source'>,
): Pick<SentRequest, 'warnings'> {
	return source === 'anyFile' && Array.isArray(warnings) ? { warnings: warnings as string[] } : {};
}

/** The request for which the item waits; an item of which nothing was sent waits for none. */
export function requestIdOf({ json }: INodeExecutionData): string | undefined {
	return json.outcome === NOT_SENT ? undefined : String(json.requestId ?? '');
}

export function waitingJson(context: IExecuteFunctions, itemIndex: number): WaitingJson {
	const json = context.getInputData()[itemIndex]?.json as WaitingJson;
	return { ...json, requestId: json.requestId ?? json.id };
}

/** The error with which the item went on when nothing of it could be sent. */
export function failureOf({ context, itemIndex }: ItemContext): IDataObject | undefined {
	const { outcome, error, details } = waitingJson(context, itemIndex);
	return outcome === NOT_SENT ? { error, details } : undefined;
}

const waiting = { step: 'wait', what: 'this signature request' };

interface Awaited extends IDataObject {
	id: string;
	executionId: string;
}

/** n8n keeps it with the execution, where no other node can write. */
export async function keepAwaited(
	context: IExecuteFunctions,
	itemIndex: number,
	requestId: string,
): Promise<void> {
	const awaited: Awaited = { id: requestId, executionId: context.getExecutionId() };
	await sendOnce(context, itemIndex, { ...waiting, send: async () => awaited });
}

/**
 * Whether the node has waited, and a callback has brought the outcomes: n8n runs it again then, and once more when the
 * user retries the execution. Items alone could say so of a run that has sent nothing.
 */
export const isResumed = perRun((context: IExecuteFunctions) => {
	for (const item of context.getInputData()) item.json = heldBy(item.json);
	const awaited = context.getInputData().flatMap((_, index) => {
		const kept = earlierAnswer(context, index, waiting) as Awaited | undefined;
		return kept ? [{ ...kept, json: waitingJson(context, index) }] : [];
	});
	const isOther = awaited.some(({ executionId }) => executionId !== context.getExecutionId());
	if (isOther && isReview(context.getNode())) {
		useUpApprovals(context);
		forgetSent(context);
		return false;
	}
	const isOver = ({ id, json: { requestId, outcome } }: (typeof awaited)[number]) =>
		id === requestId && outcome !== undefined && outcome !== TIME_LIMIT;
	return awaited.length > 0 && awaited.every(isOver);
});
