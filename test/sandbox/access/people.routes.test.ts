import { DAY, NOON, sceneForEach, signers } from '../scene.ts';

const scene = sceneForEach({
	accounts: ['lea@example.com', 'tom@example.com'],
	identified: { 'tom@example.com': ['EIDAS'] },
	tokenLifetimesMs: { v2: 100 * DAY },
});

describe.each(['v2', 'v3'])('GET /%s/user/signature-qualities', (version) => {
	const qualities = (username: string) =>
		scene.send('GET', `/${version}/user/signature-qualities?username=${username}`);

	test('knows people with an account only', async () => {
		expect((await qualities('unknown@example.com')).status).toBe(404);
		expect((await qualities('')).status).toBe(400);
	});
});

describe.each(['v2', 'v3'])('GET /%s/activities/signatures', (version) => {
	const DAYS = 'start_date=2026-03-10&end_date=2026-03-12';
	const activities = (query = DAYS, as = scene.send) =>
		as('GET', `/${version}/activities/signatures?${query}`);

	async function signAndSeal() {
		const signer = { first_name: 'Ann', last_name: 'Lee', mobile_number: '4179' };
		const { id } = await scene.create('v2', {
			quality: 'AES',
			signatures: [...signers('lea@example.com'), { signer_identity_data: signer }],
		});
		await scene.sandbox.people.sign(id);
		await scene.sandbox.clock.advance(DAY);
		await scene.sandbox.people.sign(id);
		await scene.sandbox.clock.advance(DAY);
		await scene.send('POST', '/v2/seal', { content: scene.content });
		return id;
	}

	test('returns what was signed and sealed, newest first', async () => {
		const id = await signAndSeal();
		const { json } = await activities();
		expect(json).toMatchObject({ total_items: 3, total_pages: 1, current_page: 1, size: 25 });
		expect(json.activities).toMatchObject([
			{ action: 'SEALED', signer: { type: 'api' } },
			{
				action: 'SIGNED',
				signature_request_id: id,
				signer: { first_name: 'Ann', last_name: 'Lee', mobile: '4179', type: 'external' },
			},
			{
				action: 'SIGNED',
				timestamp: new Date(NOON).toISOString(),
				quality: 'AES',
				legislation: 'ZERTES',
				cost_center: null,
				initiator: { email: 'anna@example.com', type: 'api' },
				signer: { email: 'lea@example.com', type: 'member' },
			},
		]);
	});

	test('comes in pages, within its days, and to its owner', async () => {
		await signAndSeal();
		const { json } = await activities(`${DAYS}&sort=asc&size=2&page=2`);
		expect(json).toMatchObject({ total_items: 3, total_pages: 2, current_page: 2, size: 2 });
		expect(json.activities).toMatchObject([{ action: 'SEALED' }]);
		const { json: second } = await activities('start_date=2026-03-11&end_date=2026-03-11');
		expect(second.total_items).toBe(1);
		const { json: asBen } = await activities(DAYS, scene.asBen);
		expect(asBen).toMatchObject({ activities: [], total_pages: 0 });
	});

	test.each(['&page=0', '&size=101', '&sort=up', '&start_date=10.03.2026'])(
		'refuses %s',
		async (query) => {
			expect((await activities(DAYS + query)).status).toBe(400);
		},
	);
});
