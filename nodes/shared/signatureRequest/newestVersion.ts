import { z } from 'zod/v3';

import { isSameId } from '../answer/aboutId';
import { lookUp } from '../document/lookUp';
import type { Call, FileContext } from '../http/call';
import { answerObject } from '../operation/scalars.schema';

const Descended = answerObject({ parent_id: z.string().optional().catch(undefined) });

type ReadSettings = Pick<Call, 'version' | 'failFast' | 'timeoutSeconds' | 'itemIndex'>;

/** Every signature makes a new document of the one before, so the way back may be long. */
const MOST_STEPS = 50;

/**
 * Which of the two ids that v3 shows for a document holds the signatures made so far: the one that descends
 * from the other (interface.md part 10). Where neither is said to, the id of the contract.
 */
export async function newestOf(
	context: FileContext,
	{ id, versionId }: { id: string; versionId?: string },
	how: ReadSettings,
): Promise<string> {
	if (!versionId || isSameId(versionId, id)) return id;
	return (await descends(context, { from: id, to: versionId }, how)) ? versionId : id;
}

async function descends(
	context: FileContext,
	{ from, to }: { from: string; to: string },
	how: ReadSettings,
): Promise<boolean> {
	let at: string | undefined = to;
	for (let step = 0; step < MOST_STEPS && at !== undefined; step++) {
		at = await parentOf(context, at, how);
		if (at !== undefined && isSameId(at, from)) return true;
	}
	return false;
}

/** Undefined where the metadata is gone or not ours to read (404, 403); any other failure is thrown. */
async function parentOf(
	context: FileContext,
	documentId: string,
	how: ReadSettings,
): Promise<string | undefined> {
	const ref = { ...how, documentId, alsoAccept: [403] };
	return (await lookUp(context, ref, Descended))?.parent_id;
}
