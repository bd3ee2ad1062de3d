import { idIn } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { about, byId, pdf, TITLE } from './parameters.ts';
import { create, NEEDS_PERSON, requestRunner, tryEnd, tryRequest } from './requests.ts';
import type { Made } from './requests.ts';

const DAY_MS = 86_400_000;
const EARLY_ACCESS = 'an expiry is early access, for some businesses only';

/** A request of version 3: a draft at first, then open, then gone. */
export async function tryDraft(stage: Stage, person: string | undefined): Promise<void> {
	const made = await create(stage, 'v3', { initiate: false });
	await tryRequest(stage, made);
	await tryDraftDocument(stage, made);
	await tryExpiry(stage, made);
	await tryObservers(stage, made, person);
	await requestRunner(stage, 'request')('initiate', aboutDraft(made));
	await tryEnd(stage, made);
}

const aboutDraft = ({ id, apiVersion }: Made) => about('requestId', id, { apiVersion });

async function tryDraftDocument(stage: Stage, made: Made) {
	const run = requestRunner(stage, 'request');
	const draft = aboutDraft(made);
	const added = await run('addDocument', draft && { ...draft, source: 'binary', title: TITLE }, {
		file: pdf,
	});
	const documents = (added?.json.documents ?? []) as Array<{ id?: string }>;
	const last = documents.at(-1)?.id;
	await run('removeDocument', draft && last ? { ...draft, documentId: byId(last) } : undefined);
}

async function tryExpiry(stage: Stage, made: Made) {
	const run = requestRunner(stage, 'request');
	const draft = aboutDraft(made);
	const expiresAt = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
	const mayBeRefused = EARLY_ACCESS;
	await run('update', draft && { ...draft, changes: { expiresAt } }, { mayBeRefused });
	await run('clearExpiry', draft, { mayBeRefused });
}

/** A person who is named here becomes a user of the service, so only the tester's own address may be used. */
async function tryObservers(stage: Stage, made: Made, person: string | undefined) {
	const run = requestRunner(stage, 'observer');
	if (person === undefined) {
		for (const operation of ['add', 'get', 'getMany', 'remove']) {
			stage.leaveOut({ node: 'Request', resource: 'observer', operation }, NEEDS_PERSON);
		}
		return;
	}
	const draft = aboutDraft(made);
	const added = await run('add', draft && { ...draft, kind: 'email', email: person });
	const id = idIn(added);
	const observer = draft && id !== undefined ? { ...draft, observerId: byId(id) } : undefined;
	await run('get', observer);
	await run('getMany', draft);
	await run('remove', observer);
}
