import { like, type Answer } from '../../client.ts';
import {
	HOUR,
	inOrder,
	listIn,
	requestPath as path,
	sceneForAll,
	signers,
	UNKNOWN,
	VERSIONS,
} from '../../scene.ts';

const scene = sceneForAll({ tokenLifetimesMs: { v2: 1000 * HOUR } });

const read = (id: string, version = 'v2') => scene.send('GET', path(version, id));
const two = () => signers('a@example.com', 'b@example.com');

describe('Adding and removing signers (interface.md 4.3)', () => {
	test.each([
		['a gap in the sequence', { account_email: 'c@example.com', sequence: 4 }, /sequence/],
		['no sequence among sequences', { account_email: 'c@example.com' }, /sequence/],
		['no one', {}, /^account_email:/],
	])('refuses %s', async (_title, body, message) => {
		const { id } = await scene.create('v2', {
			signatures: inOrder('a@example.com', 'b@example.com'),
		});
		const answer = await scene.send('POST', path('v2', id, '/signatures'), body);
		expect(answer).toMatchObject({ status: 400, json: { message: like(message) } });
	});

	test.each(VERSIONS)('%s removes a signer who has not signed', async (version) => {
		const created = await scene.open(version, { signatures: two() });
		const [first, second] = listIn(created, 'signatures').map(({ sid }) => String(sid));
		await scene.sandbox.people.sign(created.id, first);
		const remove = (sid = '') =>
			scene.send('DELETE', path(version, created.id, `/signatures/${sid}`));
		expect((await remove(first)).status).toBe(400);
		expect((await remove(UNKNOWN)).status).toBe(404);
		expect((await remove(second)).status).toBe(204);
		expect((await read(created.id, version)).json.status_overall).toBe('SIGNED');
	});
});

describe('What a request in the wrong state refuses (interface.md 3.1)', () => {
	const DRAFT = async () => await scene.create('v3', { signatures: two() });
	const EMPTY = async () => await scene.create('v2');
	const ENDED = async () => {
		const request = await scene.create('v2', { signatures: two() });
		await scene.send('POST', path('v2', request.id, '/withdraw'));
		return request;
	};
	const signer = { account_email: 'c@example.com' };

	test.each<[string, string, () => Promise<Answer>, string, number]>([
		['initiating (v1)', 'open', EMPTY, 'POST v1 /initiate', 404],
		['initiating (v2)', 'open', EMPTY, 'POST v2 /initiate', 404],
		['reminding', 'a draft', DRAFT, 'POST v3 /remind', 400],
		['reminding', 'without signers', EMPTY, 'POST v2 /remind', 400],
		['adding a signer', 'ended', ENDED, 'POST v2 /signatures', 400],
		['withdrawing', 'a draft', DRAFT, 'POST v3 /withdraw', 400],
	])('%s when it is %s', async (_what, _state, make, call, status) => {
		const { id } = await make();
		const [method = '', version = '', rest = ''] = call.split(' ');
		const body = rest === '/signatures' ? signer : undefined;
		expect((await scene.send(method, path(version, id, rest), body)).status).toBe(status);
	});

	test('updating when it has ended', async () => {
		const { id } = await ENDED();
		const answer = await scene.send('PUT', '/v2/signature-requests', { id, title: 'x' });
		expect(answer.status).toBe(400);
	});
});

test.each(VERSIONS)(
	'Reminding (interface.md 4.3 and 8) %s reminds each signer once per hour',
	async (version) => {
		const { id } = await scene.open(version, { signatures: two() });
		const remind = () => scene.send('POST', path(version, id, '/remind'));
		const reminded = () =>
			scene.sandbox.store.mails.filter((one) => one.requestId === id && one.kind === 'reminder')
				.length;
		expect((await remind()).status).toBe(204);
		expect(reminded()).toBe(2);
		const refused = await remind();
		expect(refused).toMatchObject({ status: 429, json: { key: 'error.rate_limit.reminder' } });
		expect(refused.headers.get('retry-after')).toBe('3600');

		await scene.send('POST', path(version, id, '/signatures'), { account_email: 'c@example.com' });
		expect((await remind()).status).toBe(204);
		expect(reminded()).toBe(3);
		await scene.sandbox.clock.advance(HOUR);
		expect((await remind()).status).toBe(204);
		expect(reminded()).toBe(6);
	},
);

describe('Updating', () => {
	test('a signer keeps what is not named', async () => {
		const quiet = { account_email: 'a@example.com', notify: false, language: 'de' };
		const { id } = await scene.create('v2', { signatures: [quiet] });
		const signatures = [{ account_email: 'a@example.com', language: 'fr' }];
		const changed = await scene.send('PUT', '/v2/signature-requests', { id, signatures });
		expect(listIn(changed, 'signatures')).toMatchObject([{ notify: false, language: 'fr' }]);
	});

	test.each<[string, object, number]>([
		['a signature that is not there', { signatures: [{ sid: UNKNOWN }] }, 400],
		['another owner', { owner: 'someone' }, 400],
		['an unknown quality', { quality: 'BEST' }, 400],
		['an unknown id', { id: UNKNOWN }, 404],
		['no id', { id: undefined }, 400],
		['leaving out who has signed', { signatures: signers('b@example.com') }, 400],
	])('refuses %s', async (_title, body, status) => {
		const { id } = await scene.create('v2', { signatures: two() });
		await scene.sandbox.people.sign(id, 'a@example.com');
		const answer = await scene.send('PUT', '/v2/signature-requests', { id, ...body });
		expect(answer.status).toBe(status);
	});
});

describe('Withdrawing', () => {
	test.each(VERSIONS)('%s ends an open request and notifies the signers', async (version) => {
		const { id } = await scene.open(version, { signatures: two() });
		const { json } = await scene.send('POST', path(version, id, '/withdraw'), { message: 'Sorry' });
		expect(json.status_overall).toBe('WITHDRAWN');
		expect(scene.sandbox.store.mails.at(-1)).toMatchObject({
			kind: 'withdrawn',
			text: 'Sorry',
			to: 'b@example.com',
		});
	});

	test('a message has at most 2048 characters', async () => {
		const { id } = await scene.create('v2');
		const answer = await scene.send('POST', path('v2', id, '/withdraw'), {
			message: 'x'.repeat(2049),
		});
		expect(answer).toMatchObject({ status: 400, json: { message: like(/^message:/) } });
	});
});
