import { changed } from '../../../../support/service/forger';
import { smallPdf } from '../../../../support/files/pdf';
import { startService } from '../../../../support/service/service';

const ANN = 'ann@example.com';
const post = async (address: string) => await fetch(address, { method: 'POST' });

/** A request whose callbacks go to a node that waits for this request, or for the one that is named. */
async function startWaiting({ waitFor }: { waitFor?: string } = {}) {
	const service = await startService();
	const { sandbox, engine } = service;
	const waiting = { requestId: waitFor };
	const node = await engine.listen({
		type: 'eSignatureRequest',
		parameters: { resource: 'request', operation: 'sendAndWait' },
		waiting: [waiting],
	});
	const create = async () => {
		const { outputs, error } = await service.request(
			'request',
			'create',
			{
				signerInput: 'json',
				signersJson: JSON.stringify([{ email: ANN }]),
				callbacks: 'triggerUrl',
				callbackAddress: node.address,
			},
			{ items: [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }] },
		);
		if (error) throw error;
		return outputs[0]![0]!.json.id as string;
	};
	const id = await create();
	waiting.requestId ??= id;
	const sign = async (one: string) => {
		await sandbox.people.sign(one);
		await sandbox.settled();
		return sandbox.store.request(one)!.callbacks[0]!;
	};
	return { ...service, node, id, create, sign };
}

it('does not go on with a true call for another request, as in the next round of a loop', async () => {
	const { node, id, sign, sandbox } = await startWaiting({ waitFor: crypto.randomUUID() });
	const before = sandbox.calls.count({ method: 'GET', path: '/signature-requests/{id}' });
	const { url } = await sign(id);
	const answer = await post(url);
	expect(answer.status).toBe(410);
	expect(await answer.text()).toMatch(/^The node now waits for another request/);
	expect((await post(changed(url, { proof: '0'.repeat(64) }))).status).toBe(401);
	expect(node.started).toEqual([]);
	expect(sandbox.calls.count({ method: 'GET', path: '/signature-requests/{id}' })).toBe(before);
});

it('goes on also when the service shows no callback addresses: the node knows its request', async () => {
	const { node, id, sign, sandbox } = await startWaiting();
	sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 503, times: 1 });
	const { url } = await sign(id);
	sandbox.store.request(id)!.callbackUrls = {};
	expect((await post(url)).status).toBe(200);
	expect(node.started).toHaveLength(1);
});

it('does not go on with an address that its request shows otherwise', async () => {
	const { node, id, create, sign } = await startWaiting();
	const { url } = await sign(await create());
	const { url: own } = await sign(id);
	node.started.length = 0;
	const { searchParams: others } = new URL(url);
	const { searchParams } = new URL(own);
	const mixed = { nonce: others.get('nonce')!, proof: others.get('proof')! };
	expect(searchParams.get('nonce')).not.toBe(mixed.nonce);
	expect((await post(changed(own, mixed))).status).toBe(401);
	expect(node.started).toEqual([]);
});
