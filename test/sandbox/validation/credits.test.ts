import { manualClock } from '../../../sandbox/state/clock.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { like, loggedIn, newPdf, type Send } from '../client.ts';
import { sign } from '../pdf/samples.ts';

const V1 = '/validation/v1';
const DAY = 24 * 60 * 60_000;
const YEAR = 365 * DAY;
const user = (username: string) => ({ username, apiKey: 'k', validation: true });
const anna = user('api_production_anna');
const ben = user('api_production_ben');

let sandbox: Sandbox;
let send: Send;
let content: string | undefined;

const start = async () => {
	content ??= Buffer.from(await sign(await newPdf())).toString('base64');
	sandbox = await startSandbox({
		users: [anna, ben],
		clock: manualClock(Date.UTC(2026, 0, 30, 12)),
		tokenLifetimesMs: { v2: YEAR },
	});
	send = await loggedIn(sandbox);
};

async function validateAndRead(times: number, as = send) {
	for (let time = 0; time < times; time += 1) {
		const { id } = await as('POST', `${V1}/validate/document`, { content });
		await as('GET', `${V1}/infos/${id}/signers`);
		await as('GET', `${V1}/reports/${id}/etsi`);
	}
}

const usage = async (as = send) => (await as('GET', `${V1}/billing/credits/usage`)).json;
const invoiced = async (query = '') => await send('GET', `${V1}/billing/credits/invoiced${query}`);

describe('Prices and usage (interface.md 4.6)', () => {
	beforeEach(start);
	afterEach(async () => await sandbox.close());

	test('each endpoint has its price', async () => {
		const { json } = await send('GET', `${V1}/billing/credits/infos`);
		expect(json).toEqual({
			validFrom: like(/^\d{4}-\d\d-\d\dT/),
			consumptions: expect.arrayContaining([
				{ sku: like(/./), endpoint: '/validate/document', credits: 2 },
				{ sku: like(/./), endpoint: '/reports/{id}/etsi', credits: 1 },
			]) as unknown[],
		});
	});

	test('counts the calls of the current month per endpoint, for each user alone', async () => {
		await validateAndRead(2);
		await send('POST', `${V1}/validate/document`, { content: 'x' });
		await send('GET', `${V1}/infos/unknown/signers`);
		expect(await usage()).toEqual({
			...{ period: '202601', requests: 6, credits: 6 },
			usage: [
				{ endpoint: '/validate/document', requests: 2, credits: 4 },
				{ endpoint: '/infos/{id}/signers', requests: 2, credits: 0 },
				{ endpoint: '/reports/{id}/etsi', requests: 2, credits: 2 },
			],
		});
		const nothing = { usage: [], requests: 0, credits: 0 };
		expect(await usage(await loggedIn(sandbox, ben))).toEqual({ period: '202601', ...nothing });
		await sandbox.clock.advance(2 * DAY);
		expect(await usage()).toEqual({ period: '202602', ...nothing });
	});
});

describe('GET /billing/credits/invoiced (interface.md 4.6)', () => {
	/** One validation on 30 January, two on 1 February, one on 2 March, the day on which all of them are read. */
	beforeAll(async () => {
		await start();
		await validateAndRead(1);
		await sandbox.clock.advance(2 * DAY);
		await validateAndRead(2);
		await sandbox.clock.advance(29 * DAY);
		await validateAndRead(1);
	});
	afterAll(async () => await sandbox.close());

	test.each([
		['', '202602', 6, 6],
		['?period=202602', '202602', 6, 6],
		['?period=202601', '202601', 3, 3],
		['?period=20260130', '202601', 3, 3],
		['?period=20260131', '202601', 0, 0],
		['?period=2026', '202602', 9, 9],
		['?period=202603', '202603', 0, 0],
		['?period=2025', '202512', 0, 0],
		['?period=2027', '202701', 0, 0],
	])('%s: period %s with %i requests and %i credits', async (query, period, requests, credits) => {
		const { status, json } = await invoiced(query);
		expect(status).toBe(200);
		expect(json).toMatchObject({ period, requests, credits });
		const entries = json.usage as Array<{ requests: number }>;
		expect(entries.reduce((sum, entry) => sum + entry.requests, 0)).toBe(requests);
	});

	test.each(['26', '2026-01', '202613', '20260230', 'last', ''])(
		'refuses the period "%s"',
		async (period) => {
			const answer = await invoiced(`?period=${period}`);
			expect(answer).toMatchObject({ status: 400, json: { message: like(/^period:/) } });
		},
	);
});
