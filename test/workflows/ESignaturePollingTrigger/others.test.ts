import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../support/files/pdf';
import { addDeclined, idIn, startWatching, watch } from '../../support/polling/polling';
import { startService } from '../../support/service/service';
import type { Service } from '../../support/service/service';

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

it.each(['readAccess', 'writeAccess'] as const)(
	'starts nothing for requests that others share with the account by %s',
	async (access) => {
		const service = await startService();
		const watcher = await startWatching(service, declined);
		await addShared(service, access);
		expect(await watcher.ids()).toEqual([]);
		const own = await addDeclined(service);
		const [item, ...more] = await watcher.poll();
		expect(more).toEqual([]);
		expect(item!.json).toMatchObject({ id: own, owner: service.sandbox.username });
	},
);

describe('a request that was created with Creator', () => {
	const BOSS = 'boss@example.com';
	const toTrigger = {
		callbacks: 'triggerUrl',
		callbackAddress: 'http://127.0.0.1:5678/webhook/0b9e4a6f/e-signature',
		callbackEvents: ['success', 'error'],
	};

	/** Made by the node, and then owned by the creator, as the public service shows it. */
	async function createFor(service: Service, form: INodeParameters) {
		const items = [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }];
		const parameters = {
			signerInput: 'json',
			signersJson: '[{ "email": "ann@example.com" }]',
			options: { creator: BOSS },
			...form,
		};
		const { outputs } = await service.request('request', 'create', parameters, { items });
		const request = service.sandbox.store.request(outputs[0]![0]!.json.id as string)!;
		Object.assign(request, { owner: BOSS, writeAccess: [service.sandbox.username] });
		return request;
	}

	it('is an own one if a callback address carries our proof', async () => {
		const service = await startService();
		const watcher = await startWatching(service, declined);
		const { id } = await createFor(service, toTrigger);
		service.sandbox.people.decline(id);
		const items = await watcher.poll();
		expect(items.map(idIn)).toEqual([id]);
		expect(JSON.stringify([items, watcher.saved, watcher.logged])).not.toContain('proof');
		expect((await watch(service, declined).fetchTestEvent()).map(idIn)).toEqual([id]);
	});

	it('needs the option if none does', async () => {
		const service = await startService();
		const watcher = await startWatching(service, declined);
		const withOption = await startWatching(service, all);
		const { id } = await createFor(service, { callbacks: 'none' });
		service.sandbox.people.decline(id);
		expect(await watcher.ids()).toEqual([]);
		expect(await withOption.ids()).toEqual([id]);
	});

	it('lends its callback address to no request of someone else', async () => {
		const service = await startService();
		const watcher = await startWatching(service, declined);
		const { callbackUrls } = await createFor(service, toTrigger);
		const id = await addShared(service, 'writeAccess');
		Object.assign(service.sandbox.store.request(id)!, { callbackUrls });
		expect(await watcher.ids()).toEqual([]);
	});
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
