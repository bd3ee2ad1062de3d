/** The operations in an order in which each finds what it needs. */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Account } from '../account.ts';
import { titleOf } from '../stage.ts';
import type { Stage, Step } from '../stage.ts';
import { tryDocuments } from './documents.ts';
import { tryDraft } from './drafts.ts';
import { tryPeople } from './people.ts';
import { tryPublicRegions } from './publicRegions.ts';
import { tryOpenRequest } from './requests.ts';
import { trySealAndValidation } from './sealing.ts';

type Tried = Pick<Account, 'person' | 'dialect' | 'tag'>;

/** Without a person, what goes to people or names them is left out. */
export async function tryAll(stage: Stage, { person, dialect, tag }: Tried): Promise<void> {
	await tryDocuments(stage, 'v2');
	await tryDocuments(stage, 'v3');
	await tryOpenRequest(stage, person);
	await tryDraft(stage, person);
	await trySealAndValidation(stage);
	await tryPeople(stage, person);
	await tryPublicRegions(stage, { dialect, tag });
	const waiting = { resource: 'request', operation: 'sendAndWait' };
	stage.leaveOut({ node: 'Request', ...waiting }, 'it waits for people');
	const tried = stage.notes.map(({ title }) => title);
	for (const step of everyOperation()) {
		if (!tried.includes(titleOf(step))) stage.leaveOut(step, NO_STEP);
	}
}

export const NO_STEP = 'scripts/live/plan has no step for it';

/** By the output schemas, of which each operation has one. */
function everyOperation(): Array<Pick<Step, 'node' | 'resource' | 'operation'>> {
	return globSync('nodes/*/__schema__/v1.0.0/*/*.json').map((file) => {
		const [, folder = '', , , resource = '', name = ''] = file.split(path.sep);
		const node = folder.replace('ESignature', '') as Step['node'];
		return { node, resource, operation: path.basename(name, '.json') };
	});
}
