import { smallPdf } from '../../support/files/pdf';
import { addDeclined, idIn, watch, startPolling } from '../../support/polling/polling';
import { startService, type Service } from '../../support/service/service';

const OTHER = 'api_demo_somebody_else';
const declined = { states: ['DECLINED'] };
const all = { ...declined, options: { includeOthers: true } };

/** A request that someone else made and let this account take part in. */
async function addShared(service: Service, access: 'readAccess' | 'writeAccess'): Promise<string> {
	const id = await addDeclined(service);
	const request = service.sandbox.store.request(id)!;
	request.owner = OTHER;
	request[access] = [service.sandbox.username];
	return id;
}

it('starts nothing for requests that others share with the account', async () => {
	const { service, watcher } = await startPolling(declined);
	await addShared(service, 'writeAccess');
	expect(await watcher.ids()).toEqual([]);
	const own = await addDeclined(service);
	const [item, ...more] = await watcher.poll();
	expect(more).toEqual([]);
	expect(item!.json).toMatchObject({ id: own, owner: service.sandbox.username });
});

/** It is then owned by the creator, as the public service shows it. */
it('a request that was created with Creator is an own one if a callback address carries our proof', async () => {
	const BOSS = 'boss@example.com';
	const { service, watcher } = await startPolling(declined);
	const { outputs } = await service.request(
		'request',
		'create',
		{
			signerInput: 'json',
			signersJson: '[{ "email": "ann@example.com" }]',
			options: { creator: BOSS },
			callbacks: 'triggerUrl',
			callbackAddress: 'http://127.0.0.1:5678/webhook/0b9e4a6f/e-signature',
			callbackEvents: ['success', 'error'],
		},
		{ items: [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }] },
	);
	const request = service.sandbox.store.request(outputs[0]![0]!.json.id as string)!;
	Object.assign(request, { owner: BOSS, writeAccess: [service.sandbox.username] });
	service.sandbox.people.decline(request.id);
	const items = await watcher.poll();
	expect(items.map(idIn)).toEqual([request.id]);
	expect(JSON.stringify([items, watcher.saved, watcher.logged])).not.toContain('proof');
	expect((await watch(service, declined).fetchTestEvent()).map(idIn)).toEqual([request.id]);
});

it('takes them all with the option', async () => {
	const { service, watcher } = await startPolling(all);
	const shared = [
		await addShared(service, 'readAccess'),
		await addShared(service, 'writeAccess'),
		await addDeclined(service),
	];
	expect((await watcher.ids()).sort()).toEqual(shared.sort());
	expect(await watcher.ids()).toEqual([]);
});

it('does not bring the old ones of others when the option is added later', async () => {
	const { service, watcher } = await startPolling(declined);
	await addShared(service, 'readAccess');
	const own = await addDeclined(service);
	expect(await watcher.ids()).toEqual([own]);
	const edited = watcher.edited(all);
	expect(await edited.ids()).toEqual([]);
	const next = await addShared(service, 'readAccess');
	expect(await edited.ids()).toEqual([next]);
});

it('shows them as a sample only with the option', async () => {
	const service = await startService();
	const id = await addShared(service, 'readAccess');
	await expect(watch(service, declined).fetchTestEvent()).rejects.toMatchObject({
		message: 'No request is DECLINED',
		description: expect.stringMatching(/Include Requests of Others/) as string,
	});
	expect((await watch(service, all).fetchTestEvent()).map(idIn)).toEqual([id]);
});
