import { addDeclined, idIn, startWatching, watch } from '../../support/polling';
import { startService } from '../../support/service';
import type { Service } from '../../support/service';

const OTHER = 'api_demo_somebody_else';
const declined = { states: ['DECLINED'] };
const all = { ...declined, options: { includeOthers: true } };

/** A request that somebody else made and let this account take part in. */
async function addShared(service: Service, access: 'readAccess' | 'writeAccess'): Promise<string> {
	const id = await addDeclined(service);
	const request = service.sandbox.store.request(id)!;
	request.owner = OTHER;
	request[access] = [service.sandbox.username];
	return id;
}

it('starts nothing for requests that others only let the account read', async () => {
	const service = await startService();
	const watcher = await startWatching(service, declined);
	await addShared(service, 'readAccess');
	expect(await watcher.ids()).toEqual([]);
	const writable = await addShared(service, 'writeAccess');
	const [item, ...more] = await watcher.poll();
	expect(more).toEqual([]);
	expect(item!.json.request).toMatchObject({ id: writable, owner: OTHER });
	const own = await addDeclined(service);
	const [next] = await watcher.poll();
	expect(next!.json.request).toMatchObject({ id: own, owner: service.sandbox.username });
});

it('takes them all with the option', async () => {
	const service = await startService();
	const watcher = await startWatching(service, all);
	const shared = [
		await addShared(service, 'readAccess'),
		await addShared(service, 'writeAccess'),
		await addDeclined(service),
	];
	expect((await watcher.ids()).sort()).toEqual(shared.sort());
	expect(await watcher.ids()).toEqual([]);
});

it('does not bring the old ones of others when the option is added later', async () => {
	const service = await startService();
	const watcher = await startWatching(service, declined);
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
		message: 'There is no request to show: none is DECLINED',
		description: expect.stringMatching(/Include Requests of Others/) as string,
	});
	expect((await watch(service, all).fetchTestEvent()).map(idIn)).toEqual([id]);
});
