import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

import type { ApiVersion, Target } from '../client/call';
import { callService, accepting404 } from '../client/callService';
import { addDescription, outcomeOf } from '../client/errors';
import { deleteCheckpoint, sendOnce } from './checkpoints';
import type { ItemContext } from './operation';

/** One step of an action that takes several calls. */
export interface Step<T extends IDataObject = IDataObject> {
	/** Names its checkpoint among those of the item. */
	name?: string;
	/**
	 * "An earlier attempt has sent …". Its answer is a checkpoint, so no later attempt repeats the step. A step without it
	 * runs in each attempt: it only reads, or has a checkpoint already.
	 */
	what?: string;
	do(): Promise<T>;
	/** If the outcome of `do` is unknown: the answer if the service shows that the call was carried out. */
	findAnswer?(): Promise<T | undefined>;
	/** Gets the answer, even if it is from an earlier attempt. */
	onAnswer?(answer: T): void;
	/** What exists from then on. */
	creates?(answer: T): Created;
	/** Added to the error if the step fails. */
	describeFailure?(error: unknown): string;
}

/** Something in the service that a later failure would leave behind. */
interface Created {
	/** "uploaded documents": all of a kind are listed together. */
	kind: string;
	id: string;
	/** How to continue with it or to remove it by hand. */
	nextAction: string;
	/** The compensation. */
	deleteCall: Target & { version: ApiVersion };
	/** Whether that also deletes everything that the earlier steps created. */
	containsEarlier?: boolean;
	/** Why that would delete too much. */
	keepBecause?: string;
}

type CreatedBy = Created & Pick<Step, 'name'>;

type Item = Pick<ItemContext, 'context' | 'itemIndex'>;

/**
 * The saga pattern: executes the steps in order, those in an inner list concurrently. The next attempt resumes after the
 * last checkpoint. If a step fails, `rollsBack` deletes what the steps before it created. Otherwise the error names it.
 * A generator can decide by the answers so far which step is next.
 */
export async function executeSteps(
	item: Item,
	steps: Iterable<Step | Step[]>,
	{ rollsBack = false } = {},
): Promise<void> {
	const created: CreatedBy[] = [];
	try {
		for (const step of steps) {
			if (Array.isArray(step)) await executeTogether(item, step, created);
			else await executeStep(item, step, created);
		}
	} catch (error) {
		throw await withLeftovers(item, error, { created, rollsBack });
	}
}

/** Waits for all of them even if one fails, so that everything they create is known. */
async function executeTogether(item: Item, steps: Step[], created: CreatedBy[]): Promise<void> {
	const results = await Promise.allSettled(
		steps.map(async (step) => await executeStep(item, step, created)),
	);
	const errors = results.flatMap((one) =>
		one.status === 'rejected' ? [one.reason as unknown] : [],
	);
	if (errors.length === 0) return;
	// An unknown outcome counts most: nothing may be deleted then, and the user has to check.
	throw errors.find((one) => outcomeOf(one) === 'unknown') ?? errors[0];
}

async function executeStep(item: Item, step: Step, created: CreatedBy[]): Promise<void> {
	try {
		const answer = await answerOf(item, step);
		// Before `onAnswer`, which may throw.
		if (step.creates) created.push({ ...step.creates(answer), name: step.name });
		step.onAnswer?.(answer);
	} catch (error) {
		throw step.describeFailure ? addDescription(error, step.describeFailure(error)) : error;
	}
}

async function answerOf({ context, itemIndex }: Item, step: Step): Promise<IDataObject> {
	const { name, what } = step;
	if (what === undefined) return await step.do();
	const send = async () => await doOrFind(step);
	return await sendOnce(context, itemIndex, { step: name, what, send });
}

async function doOrFind(step: Step): Promise<IDataObject> {
	return await step.do().catch(async (error: unknown) => {
		if (outcomeOf(error) !== 'unknown') throw error;
		const found = await step.findAnswer?.().catch(() => undefined);
		if (found === undefined) throw error;
		return found;
	});
}

async function withLeftovers(
	item: Item,
	error: unknown,
	{ created, rollsBack }: { created: CreatedBy[]; rollsBack: boolean },
): Promise<unknown> {
	const isOurs = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (!isOurs || created.length === 0) return error;
	const words = rollsBack ? await cleanUp(item, created, error) : describeLeftovers(created);
	error.description = error.description?.replace(/ ?Nothing was sent\./, '');
	return addDescription(error, words);
}

async function cleanUp(item: Item, created: CreatedBy[], error: Error): Promise<string> {
	const leftovers = describeLeftovers(created);
	if (outcomeOf(error) === 'unknown') {
		return `${leftovers} Nothing was deleted, because the last step may have succeeded.`;
	}
	const newest = created.at(-1);
	if (newest?.keepBecause) return `${leftovers} Nothing was deleted: ${newest.keepBecause}.`;
	const { context, itemIndex } = item;
	try {
		for (const { deleteCall } of newest?.containsEarlier ? [newest] : created) {
			await callService(context, accepting404({ ...deleteCall, itemIndex }));
		}
	} catch {
		return `${leftovers} Not all of it could be deleted.`;
	}
	for (const { name: step } of created) deleteCheckpoint(context, itemIndex, { step });
	return `These were deleted again: ${listOf(created)}.`;
}

function describeLeftovers(created: CreatedBy[]): string {
	return `Skribble still has: ${listOf(created)}. ${created.at(-1)?.nextAction}`;
}

/** The newest kind first: "draft request 1, with uploaded documents 2, 3". */
function listOf(created: CreatedBy[]): string {
	const kinds = [...new Set(created.map(({ kind }) => kind))].reverse();
	const idsOf = (kind: string) => created.filter((one) => one.kind === kind).map(({ id }) => id);
	return kinds.map((kind) => `${kind} ${idsOf(kind).join(', ')}`).join(', with ');
}
