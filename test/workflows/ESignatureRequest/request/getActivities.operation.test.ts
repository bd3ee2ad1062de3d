import type { Activity } from '../../../../sandbox/state/activity';
import { startAlteredService } from '../../../support/service/alteredService';
import { smallPdf } from '../../../support/files/pdf';
import { signers } from '../../../support/service/requestOperation';
import { startService, type Service } from '../../../support/service/service';

const LIST = { method: 'GET', path: '/activities/signatures' };
const DAY_MS = 86_400_000;
const year = { startDate: '2026-01-01', endDate: '2026-12-31' };

const read = async (service: Service, parameters: object = {}) =>
	await service.request('request', 'getActivities', { ...year, ...parameters });

/** One signature a day from the first of January on, past the nodes. */
function addActivities({ sandbox }: Service, count: number): string[] {
	const added = Array.from({ length: count }, (_, index): Activity => {
		const at = Date.parse('2026-01-01T12:00:00Z') + index * DAY_MS;
		const signer = { email: `p${index}@example.com`, type: 'external' as const };
		const id = `activity-${index}`;
		return { id, action: 'SIGNED', at, initiator: sandbox.username, quality: 'QES', signer };
	});
	sandbox.store.activities.push(...added);
	return added.map(({ id }) => id);
}

const idsIn = ({ outputs }: Awaited<ReturnType<typeof read>>) =>
	outputs[0]!.map(({ json }) => json.id);

const today = () => new Date().toISOString().slice(0, 10);

describe('Get Activities', () => {
	it('shows who signed and what was sealed', async () => {
		const startDate = today();
		const service = await startService({ accounts: ['ann@example.com'] });
		const { id } = await service.addRequest('v2', signers('ann@example.com'));
		await service.sandbox.people.sign(id);
		await service.seal({}, { items: [{ files: { data: { bytes: smallPdf } } }] });
		const { outputs } = await read(service, { startDate, endDate: today(), sort: 'asc' });
		expect(outputs[0]!.map(({ json }) => json)).toMatchObject([
			{ action: 'SIGNED', signature_request_id: id, signer: { email: 'ann@example.com' } },
			{ action: 'SEALED' },
		]);
	});

	it('leaves out an entry that cannot be read, and goes on behind its page', async () => {
		const spoil = (page: unknown) => {
			const { activities, ...rest } = page as { activities: unknown[] };
			const spoiled = activities.map((one, index) => (index === 0 ? null : one));
			return { ...rest, activities: spoiled, total_pages: undefined };
		};
		const service = await startAlteredService(({ pathname }) =>
			pathname.endsWith('/activities/signatures') ? { body: spoil } : undefined,
		);
		const ids = addActivities(service, 250);
		const result = await read(service, { returnAll: true, sort: 'asc' });
		expect(idsIn(result)).toEqual(ids.filter((_, index) => index % 100 !== 0));
	});

	it.each([
		['newest first', {}, (ids: string[]) => ids.reverse()],
		['oldest first', { sort: 'asc' }, (ids: string[]) => ids],
	])('returns all of several pages, %s', async (_title, parameters, ordered) => {
		const service = await startService();
		const ids = addActivities(service, 250);
		service.sandbox.calls.clear();
		const result = await read(service, { returnAll: true, ...parameters });
		expect(idsIn(result)).toEqual(ordered(ids));
		expect(service.sandbox.calls.count(LIST)).toBe(3);
	});

	it.each([
		[100, 1],
		[120, 2],
	])('stops at a limit of %s after %s calls', async (limit, calls) => {
		const service = await startService();
		addActivities(service, 250);
		const result = await read(service, { limit });
		expect(idsIn(result)).toHaveLength(limit);
		expect(service.sandbox.calls.count(LIST)).toBe(calls);
	});

	it('takes only the days that were asked for, the first and the last with them', async () => {
		const service = await startService();
		const ids = addActivities(service, 40);
		const result = await read(service, {
			startDate: '2026-01-10T23:30:00.000+01:00',
			endDate: '2026-01-12',
			sort: 'asc',
		});
		expect(idsIn(result)).toEqual(ids.slice(9, 12));
	});

	it('asks for the month before this one by default', async () => {
		const service = await startService();
		await service.request('request', 'getActivities');
		const [call] = service.sandbox.calls.matching(LIST);
		const query = new URLSearchParams(call!.query);
		const [start, end] = [query.get('start_date')!, query.get('end_date')!];
		expect(start).toMatch(/^\d{4}-\d{2}-01$/);
		expect(end.slice(0, 7)).toBe(start.slice(0, 7));
		// The day after the last is the first of the next month.
		expect(new Date(Date.parse(end) + DAY_MS).toISOString()).toMatch(/-01T/);
		expect(Date.parse(end)).toBeLessThan(Date.now());
	});

	it('comes to an end when the service ignores the page, and shows each once', async () => {
		const service = await startService();
		const activities = [{ id: 'a' }, { id: 'b' }];
		service.sandbox.faults.add({ ...LIST, status: 200, body: { activities } });
		expect(idsIn(await read(service, { returnAll: true }))).toEqual(['a', 'b']);
		expect(service.sandbox.calls.count(LIST)).toBe(2);
	});

	it.each([
		['null instead of a list', { activities: null, total_pages: null }, []],
		['an activity without an id', { activities: [{ action: 'SIGNED' }] }, [undefined]],
	])('bears %s', async (_title, body, ids) => {
		const service = await startService();
		service.sandbox.faults.add({ ...LIST, status: 200, body });
		expect(idsIn(await read(service, { returnAll: true }))).toEqual(ids);
	});
});
