import { runByHand } from '../support/executions.ts';
import { itemsOf } from '../support/scene.ts';
import type { Scene } from '../support/scene.ts';

export const workflowsOfRequests = [
	'two-signers-in-order',
	'three-documents-with-groups',
	'signer-without-account',
	'no-signers',
];

const GROUPS = [
	{ id: 'gr_board', name: 'Board', members: ['ann@example.com', 'bob@example.com'] },
	{ id: 'gr_audit', name: 'Audit', members: ['eve@example.com'] },
];

export function requests(scene: () => Scene) {
	beforeAll(() => void scene().sandbox.settings.groups.push(...GROUPS));

	/** Runs a workflow and answers with the request that its Create node made. */
	async function runAndFind(workflow: string) {
		const run = await runByHand(scene().n8n, workflow);
		expect(run.data.resultData.error).toBeUndefined();
		const [created] = itemsOf(run, 'Create');
		const request = scene().sandbox.store.request(created?.json.id as string);
		if (!request) throw new Error('Create made no request');
		return { run, request };
	}

	it('one document goes to two signers in order, and is signed by both (v2)', async () => {
		const { run, request } = await runAndFind('two-signers-in-order');
		expect(itemsOf(run, 'Get')[0]?.json).toMatchObject({
			status: 'OPEN',
			progress: { signed: 0, total: 2, nextSigners: ['ann@example.com'] },
		});
		await scene().sandbox.people.sign(request.id, 'ann@example.com');
		await scene().sandbox.people.sign(request.id, 'bob@example.com');
		expect(request.status).toBe('SIGNED');
	});

	it('three documents go to a group and a person, and a group observes (v3)', async () => {
		const { run, request } = await runAndFind('three-documents-with-groups');
		expect(request.status).toBe('OPEN');
		expect(request.documentIds).toEqual(
			['Contract', 'Terms', 'Annex'].map((name) => itemsOf(run, name)[0]?.json.id),
		);
		expect(request.signatures.map(({ email, order }) => [email, order])).toEqual([
			['ann@example.com', 1],
			['bob@example.com', 1],
			['carl@example.com', 2],
		]);
		expect(itemsOf(run, 'Observe')[0]?.json).toMatchObject({ type: 'GROUP' });
		expect(request.observers).toHaveLength(1);
	});

	it('someone without account gets an address of their own (v2)', async () => {
		const { run, request } = await runAndFind('signer-without-account');
		const { id, signatures } = request;
		const own = `${scene().sandbox.address}/app/sign/${id}/${signatures[0]?.id}`;
		expect(itemsOf(run, 'Create')[0]?.json).toMatchObject({ signatures: [{ signingLink: own }] });
		expect(itemsOf(run, 'Link')[0]?.json).toMatchObject({ signingLink: `${own}?lang=de` });
	});

	it('a request with no signers waits until one is added (v2)', async () => {
		const { request } = await runAndFind('no-signers');
		expect(request.writeAccess).toEqual(['ann@example.com']);
		expect(request.signatures.map(({ email }) => email)).toEqual(['bob@example.com']);
	});
}
