import { call, like } from '../client.ts';
import { sceneForAll, signers } from '../scene.ts';

const scene = sceneForAll();
const control = async (method: string, path: string, body?: object) =>
	await call(scene.sandbox, method, `/sandbox${path}`, body);

describe('A snapshot with a broken record', () => {
	type Records = Array<{ kind: string; id: string; value: Record<string, unknown> }>;
	const valueOf = (records: Records, kind: string, id?: string) =>
		records.find((record) => record.kind === kind && (id ?? record.id) === record.id)!.value;

	const OTHER = { bytes: { $bytes: 'AAAA' } };
	const rootOf = (records: Records) =>
		valueOf(records, 'single', 'authority').root as Record<string, string>;

	test.each<[string, (records: Records) => unknown]>([
		['of no kind', (records) => records.push({ kind: 'other', id: '1', value: {} })],
		['of one that nothing reads', (records) => (records[0]!.kind = 'toString')],
		['without a value', (records) => Reflect.deleteProperty(records[0]!, 'value')],
		['request: null', (records) => (records.find(({ kind }) => kind === 'request')!.value = null!)],
		['request without signatures', (records) => delete valueOf(records, 'request').signatures],
		['request in no state', (records) => (valueOf(records, 'request').status = 'LOST')],
		['request under another id', (records) => (valueOf(records, 'request').id = 'other')],
		['document without pages', (records) => (valueOf(records, 'document').pages = 1)],
		[
			'document whose bytes are others',
			(records) => (valueOf(records, 'document').content = OTHER),
		],
		['clock', (records) => (valueOf(records, 'single', 'clock').sandbox = 'noon')],
		['authority', (records) => (valueOf(records, 'single', 'authority').root = {})],
		['key of the authority', (records) => (rootOf(records).privateKey = 'AAAA')],
		['settings', (records) => (valueOf(records, 'single', 'settings').users = [])],
		['mail', (records) => delete valueOf(records, 'mail').to],
	])('is refused, and everything stays as it is: %s', async (_what, spoil) => {
		const request = await scene.open('v2', { signatures: signers('a@example.com') });
		await control('PATCH', '/settings', { retentionDays: 3 });
		const before = (await control('GET', '/snapshot')).json;
		const broken = structuredClone(before);
		spoil(broken.records as Records);
		const answer = await control('PUT', '/snapshot', broken);
		expect(answer).toMatchObject({ status: 400, json: { message: like(/^records/) } });
		expect((await scene.send('GET', `/v2/signature-requests/${request.id}`)).status).toBe(200);
		expect((await control('GET', '/snapshot')).json).toEqual({
			...before,
			records: sameButTime(before.records as Records),
		});
	});

	/** The clock is read again with each call. */
	const sameButTime = (records: Records): unknown[] =>
		records.map((record) =>
			record.kind === 'single' && record.id === 'clock'
				? { ...record, value: expect.anything() as unknown }
				: record,
		);
});
