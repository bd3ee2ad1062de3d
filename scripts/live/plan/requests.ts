import type { INodeParameters } from 'n8n-workflow';
import { idIn } from '../stage.ts';
import type { Stage, Step } from '../stage.ts';
import { about, byId, stranger, pdf, TITLE } from './parameters.ts';
import type { Version } from './parameters.ts';

/** What the operations below are about. */
export interface Made {
	id: string | undefined;
	apiVersion: Version;
}

/** A request of version 2, which is open at once, from its creation to its deletion. */
export async function tryOpenRequest(stage: Stage, person: string | undefined): Promise<void> {
	const made = await create(stage, 'v2', {
		message: 'A test',
		options: { custom: 'test', ...(person && { ccEmailAddresses: person }) },
	});
	await tryRequest(stage, made);
	await tryReminder(stage, made, person);
	await tryEnd(stage, made);
}

export async function create(
	stage: Stage,
	apiVersion: Version,
	more: INodeParameters,
): Promise<Made> {
	const item = await stage.run({
		node: 'Request',
		resource: 'request',
		operation: 'create',
		parameters: {
			apiVersion,
			source: 'binary',
			title: TITLE,
			signers: { signer: [{ ...stranger('Liveone'), placement: 'corner' }] },
			...more,
		},
		file: pdf,
	});
	return { id: idIn(item), apiVersion };
}

/** What can be done with a draft as well as with an open request. */
export async function tryRequest(stage: Stage, made: Made): Promise<void> {
	await readRequest(stage, made);
	await changeSigners(stage, made);
	await tryAttachment(stage, made);
}

async function readRequest(stage: Stage, { id, apiVersion }: Made) {
	const run = requestRunner(stage, 'request');
	const request = about('requestId', id, { apiVersion });
	await run('get', request);
	await run('getSigningLink', request);
	await run('getMany', { apiVersion, limit: 5, filters: { search: TITLE } });
	const status = apiVersion === 'v3' ? 'DRAFT' : 'OPEN';
	await run('getMany', { apiVersion, limit: 5, filters: { status } });
	await run('downloadDocuments', request);
	await run('getReport', request && { ...request, format: 'json' });
	await run('getReport', request && { ...request, format: 'pdf' });
	await run('getCallbackLog', request);
	await run('repeatCallback', request);
	await run('update', request && { ...request, changes: { message: 'A changed test' } });
}

async function changeSigners(stage: Stage, { id, apiVersion }: Made) {
	const run = requestRunner(stage, 'signer');
	type Item = Awaited<ReturnType<typeof run>>;
	const aboutLast = (item: Item, more?: INodeParameters) => {
		const signatures = (item?.json.signatures ?? []) as Array<{ sid?: string }>;
		const sid = signatures.at(-1)?.sid;
		const signer = sid === undefined ? undefined : byId(sid);
		return signer && about('requestId', id, { apiVersion, signer, ...more });
	};
	const added = await run('add', about('requestId', id, { apiVersion, ...stranger('Livetwo') }));
	const { notify: _kept, ...right } = stranger('Livethree');
	const replaced = await run('replace', aboutLast(added, right));
	await run('remove', aboutLast(replaced ?? added));
}

async function tryAttachment(stage: Stage, { id, apiVersion }: Made) {
	const run = requestRunner(stage, 'attachment');
	const request = about('requestId', id, { apiVersion });
	const file = { bytes: Buffer.from('A test'), fileName: 'test.txt', mediaType: 'text/plain' };
	const attachmentId = idIn(await run('add', request, { file }), 'attachment_id');
	const attachment =
		attachmentId === undefined ? undefined : { ...request, attachmentId: byId(attachmentId) };
	await run('download', attachment);
	await run('remove', attachment);
}

/** A reminder goes to people, so to no one but a person of one's own. */
async function tryReminder(stage: Stage, { id, apiVersion }: Made, person: string | undefined) {
	const request = about('requestId', id, { apiVersion });
	if (person === undefined) {
		stage.leaveOut({ node: 'Request', resource: 'request', operation: 'remind' }, NEEDS_PERSON);
		return;
	}
	const own = request && { ...request, kind: 'email', email: person, notify: true };
	await requestRunner(stage, 'signer')('add', own);
	const mayBeRefused = 'one reminder per signer and hour';
	await requestRunner(stage, 'request')('remind', request, { mayBeRefused });
}

export const NEEDS_PERSON = 'it needs ESIGNATURE_PERSON';

export async function tryEnd(stage: Stage, { id, apiVersion }: Made): Promise<void> {
	const run = requestRunner(stage, 'request');
	const request = about('requestId', id, { apiVersion });
	await run('withdraw', request && { ...request, message: 'The test has ended' });
	await run('delete', request);
}

export const requestRunner =
	(stage: Stage, resource: string) =>
	async (operation: string, parameters: Step['parameters'], more?: Partial<Step>) =>
		await stage.run({ node: 'Request', resource, operation, parameters, ...more });
