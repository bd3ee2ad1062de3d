import {
	autoDeleteDate,
	checkExpiresAt,
	endOfDate,
} from '../../../../sandbox/requests/lifecycle/expiry.ts';
import { DAY, HOUR, listIn, NOON, sceneForAll, setScene, signers } from '../../scene.ts';

describe('Rules of expires_at (interface.md 2.1 and 8)', () => {
	test.each([
		['2026-03-10T23:59:59Z', '2026-03-10', undefined],
		['2026-03-10T12:00:00Z', '2026-09-10', undefined],
		['2026-08-31T12:00:00Z', '2027-02-28', undefined],
		['2026-03-10T12:00:00Z', '2026-04-08', '2026-04-09'],
	])('on %s, %s is allowed (deletion: %s)', (now, date, autoDeleteAt) => {
		expect(() => checkExpiresAt(date, Date.parse(now), autoDeleteAt)).not.toThrow();
	});

	test.each([
		['2026-03-10T00:00:00Z', '2026-03-09', undefined, 'today or later'],
		['2026-03-10T12:00:00Z', '2026-09-11', undefined, 'at most 6 months'],
		['2026-08-31T12:00:00Z', '2027-03-01', undefined, 'at most 6 months'],
		['2026-03-10T12:00:00Z', '2026-04-09', '2026-04-09', 'before the deletion'],
	])('on %s, %s is refused (deletion: %s): %s', (now, date, autoDeleteAt, reason) => {
		expect(() => checkExpiresAt(date, Date.parse(now), autoDeleteAt)).toThrow(reason);
	});

	test('the day itself still counts', () => {
		expect(endOfDate('2026-03-10')).toBe(Date.parse('2026-03-11T00:00:00Z'));
	});

	test('the retention counts days', () => {
		expect(autoDeleteDate(NOON, 30)).toBe('2026-04-09');
	});
});

describe('Expiry on the clock (interface.md 3.1)', () => {
	const scene = sceneForAll({ tokenLifetimesMs: { v2: 365 * DAY } });

	const read = async (id: string) => (await scene.send('GET', `/v3/signature-requests/${id}`)).json;

	const today = () => new Date(scene.sandbox.clock.now()).toISOString().slice(0, 10);
	const open = () =>
		scene.open('v3', { expires_at: today(), signatures: signers('a@example.com') });

	test('an open request expires when its day is over, and a signed one does not', async () => {
		const [{ id }, signed] = [await open(), await open()];
		await scene.sandbox.people.sign(signed.id);
		await scene.sandbox.clock.advance(12 * HOUR - 1);
		expect(await read(id)).toMatchObject({ status_overall: 'OPEN', expires_at: '2026-03-10' });
		await scene.sandbox.clock.advance(1);
		expect(await read(id)).toMatchObject({ status_overall: 'EXPIRED' });
		expect(await read(signed.id)).toMatchObject({ status_overall: 'SIGNED' });
		expect(() => scene.sandbox.people.decline(id)).toThrow('the request is EXPIRED');
	});

	test('a draft is changed and initiated while its date lies ahead', async () => {
		const { id } = await scene.create('v3', { signatures: signers('a@example.com') });
		const date = (days: number) =>
			new Date(scene.sandbox.clock.now() + days * DAY).toISOString().slice(0, 10);
		const put = (expires_at: string) =>
			scene.send('PUT', '/v3/signature-requests', { id, expires_at });
		expect((await put(date(-1))).status).toBe(400);
		expect((await put(date(1))).json.expires_at).toBe(date(1));
		await scene.sandbox.clock.advance(3 * DAY);
		expect(await scene.send('POST', `/v3/signature-requests/${id}/initiate`)).toMatchObject({
			status: 400,
		});
		expect((await put(date(2))).status).toBe(200);
		expect((await scene.send('POST', `/v3/signature-requests/${id}/initiate`)).status).toBe(200);
		expect(await put(date(3))).toMatchObject({ status: 400 });
	});

	test('DELETE expires-at clears the date of a draft only', async () => {
		const { id } = await scene.create('v3', {
			expires_at: new Date(scene.sandbox.clock.now() + DAY).toISOString().slice(0, 10),
		});
		const path = `/v3/signature-requests/${id}/expires-at`;
		expect((await scene.send('DELETE', path)).status).toBe(204);
		expect((await read(id)).expires_at).toBeUndefined();
		await scene.send('POST', `/v3/signature-requests/${id}/initiate`);
		expect((await scene.send('DELETE', path)).status).toBe(400);
	});

	test.each(['v1', 'v2'])('%s does not know expires_at', async (version) => {
		const { json } = await scene.create(version, { expires_at: '1999-01-01' });
		expect(json.status_overall).toBe('OPEN');
		expect(json).not.toHaveProperty('expires_at');
	});
});

test('without the feature, setting and clearing expires_at answer 403 feature-not-enabled', async () => {
	const scene = await setScene({ features: { expiresAt: false } });
	const { id } = await scene.create('v3');
	const refusals = [
		await scene.create('v3', { expires_at: '2026-03-11' }),
		await scene.send('PUT', '/v3/signature-requests', { id, expires_at: '2026-03-11' }),
		await scene.send('DELETE', `/v3/signature-requests/${id}/expires-at`),
	];
	for (const refusal of refusals) {
		expect(refusal.status).toBe(403);
		expect(refusal.json.type).toBe(`${scene.sandbox.address}/problem/feature-not-enabled`);
	}
	await scene.close();
});

test('under a retention policy v3 shows auto_delete_at, and everything is deleted on that day', async () => {
	const scene = await setScene({ retentionDays: 2, tokenLifetimesMs: { v2: 365 * DAY } });
	const { id, json } = await scene.open('v3', { signatures: signers('a@example.com') });
	expect(json.auto_delete_at).toBe('2026-03-12');
	expect((await scene.create('v3', { expires_at: '2026-03-12' })).status).toBe(400);
	const old = await scene.create('v2');
	expect(old.json).not.toHaveProperty('auto_delete_at');
	await scene.sandbox.people.sign(id);
	await scene.sandbox.clock.advance(36 * HOUR);
	expect((await scene.send('GET', `/v3/signature-requests/${id}`)).status).toBe(404);
	await scene.sandbox.clock.advance(scene.sandbox.settings.cascadeMs);
	expect(listIn(old, 'signatures')).toEqual([]);
	expect(scene.sandbox.store.requests).toEqual([]);
	expect(scene.sandbox.store.documents.filter(({ parentId }) => parentId)).toEqual([]);
	await scene.close();
});
