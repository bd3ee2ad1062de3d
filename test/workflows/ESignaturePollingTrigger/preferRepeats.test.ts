import type { INodeExecutionData } from 'n8n-workflow';
import { addDeclined, idIn, startWatching, startPolling } from '../../support/polling/polling';
import type { Watcher } from '../../support/polling/polling';
import { startService } from '../../support/service/service';

const lists = { method: 'GET', path: '/signature-requests' };
const downloads = { method: 'GET', path: '/documents/{id}/content' };
const declined = { states: ['DECLINED'] };
const preferRepeats = { ...declined, options: { preferRepeats: true } };

/** Ids and whether the item says that it may have come before. */
const marks = (items: INodeExecutionData[]) =>
	items.map((item) => [idIn(item), item.json.mayBeRepeated ?? false]);
const marked = async (watcher: Watcher) => marks(await watcher.poll());

it('brings the last items once more after a restart, marked, and not a third time', async () => {
	const { service, watcher } = await startPolling(preferRepeats);
	const earlier = await addDeclined(service);
	expect(await marked(watcher)).toEqual([[earlier, false]]);
	const last = await addDeclined(service);
	expect(await marked(watcher)).toEqual([[last, false]]);

	watcher.restartProcess();
	const during = await addDeclined(service);
	expect((await marked(watcher)).sort()).toEqual(
		[
			[last, true],
			[during, false],
		].sort(),
	);
	watcher.restartProcess();
	expect(await marked(watcher)).toEqual([[during, true]]);
	watcher.restartProcess();
	expect(await marked(watcher)).toEqual([]);
});

it('brings nothing once more by default', async () => {
	const { service, watcher } = await startPolling(declined);
	const id = await addDeclined(service);
	expect(await marked(watcher)).toEqual([[id, false]]);
	watcher.restartProcess();
	expect(await marked(watcher)).toEqual([]);
	const edited = watcher.edited(preferRepeats);
	edited.restartProcess();
	expect(await marked(edited)).toEqual([]);
});

it('needs no repetition with durable cursors, which n8n saves after every poll', async () => {
	const { service, watcher } = await startPolling(preferRepeats);
	watcher.durableCursors = true;
	const id = await addDeclined(service);
	expect(await watcher.ids()).toEqual([id]);
	expect(await watcher.ids()).toEqual([]);
	watcher.restartProcess();
	expect(await watcher.ids()).toEqual([]);
});

it.each([
	['before n8n has saved the place', 'unsaved', false],
	['after that and before the run is stored', 'saved', true],
	['after the run is stored', 'stored', true],
])('loses nothing when n8n is killed %s', async (_title, instant, isMarked) => {
	const { service, watcher } = await startPolling(preferRepeats);
	const runs: Array<[string, boolean]> = [];
	const ended: string[] = [];
	for (let round = 0; round < 4; round++) {
		ended.push(await addDeclined(service), await addDeclined(service));
		const before = watcher.saved;
		const items = await watcher.poll();
		if (round !== 1) {
			runs.push(...(marks(items) as typeof runs));
			continue;
		}
		if (instant === 'unsaved') watcher.saved = before;
		if (instant === 'stored') runs.push(...(marks(items) as typeof runs));
		watcher.restartProcess();
	}
	const killed = ended.slice(2, 4);
	expect(ended.filter((id) => !runs.some(([ran]) => ran === id))).toEqual([]);
	for (const id of killed) {
		const [again] = runs.filter(([ran]) => ran === id).slice(-1);
		expect(again).toEqual([id, isMarked]);
	}
	const unmarked = runs.filter(([, mayBeRepeated]) => !mayBeRepeated).map(([id]) => id);
	expect(unmarked).toHaveLength(new Set(unmarked).size);
});

it('does not bring what a filter kept out before', async () => {
	const service = await startService();
	const filters = { titleContains: 'lease' };
	const watcher = await startWatching(service, { ...preferRepeats, filters });
	await addDeclined(service, { title: 'Contract' });
	const id = await addDeclined(service, { title: 'Lease' });
	expect(await watcher.ids()).toEqual([id]);
	const edited = watcher.edited({ filters: {} });
	edited.restartProcess();
	expect(await marked(edited)).toEqual([[id, true]]);
});

describe('what is to come once more', () => {
	it('waits for a list that shows it', async () => {
		const { service, watcher } = await startPolling(preferRepeats);
		const id = await addDeclined(service);
		expect(await watcher.ids()).toEqual([id]);
		watcher.restartProcess();
		service.sandbox.faults.add({ ...lists, status: 200, body: [] });
		expect(await watcher.ids()).toEqual([]);
		service.sandbox.faults.clear();
		expect(await marked(watcher)).toEqual([[id, true]]);
		expect(await marked(watcher)).toEqual([]);
	});

	it('waits for its files', async () => {
		const { service, watcher } = await startPolling({ ...preferRepeats, downloadDocuments: true });
		const ended = [await addDeclined(service), await addDeclined(service)];
		expect((await watcher.ids()).sort()).toEqual([...ended].sort());
		watcher.restartProcess();
		service.sandbox.faults.add({ ...downloads, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...downloads, status: 500, times: 1 });
		const first = await marked(watcher);
		expect(first).toHaveLength(1);
		expect([...first, ...(await marked(watcher))].sort()).toEqual(
			ended.map((id) => [id, true]).sort(),
		);
		expect(await marked(watcher)).toEqual([]);
	});
});
