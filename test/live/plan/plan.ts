/** The operations in an order in which each finds what it needs. */
import type { Stage } from '../stage.ts';
import { tryDocuments } from './documents.ts';
import { tryDraft } from './drafts.ts';
import { tryPeople } from './people.ts';
import { tryOpenRequest } from './requests.ts';
import { trySealAndValidation } from './sealing.ts';

/** Without it, what goes to people or names them is left out. */
export async function tryAll(stage: Stage, person: string | undefined): Promise<void> {
	await tryDocuments(stage, 'v2');
	await tryDocuments(stage, 'v3');
	await tryOpenRequest(stage, person);
	await tryDraft(stage, person);
	await trySealAndValidation(stage);
	await tryPeople(stage, person);
	const waiting = { resource: 'request', operation: 'sendAndWait' };
	stage.leaveOut({ node: 'Request', ...waiting }, 'it waits for people');
}
