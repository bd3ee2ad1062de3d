import { like } from '../../client.ts';
import { listIn, sceneForAll } from '../../scene.ts';

const scene = sceneForAll({
	accounts: ['known@example.com'],
	groups: [{ id: 'gr_sales', name: 'Sales', members: ['s1@example.com', 's2@example.com'] }],
});

const identity = {
	provider: 'swisscom_ra_app',
	first_name: 'Ida',
	last_name: 'Muster',
	mobile_number: '+41790000000',
	issuing_country: 'CH',
};
const position = { x: 10, y: 20, width: 100, height: 40, page: '0' };

describe('Signers (interface.md 2.2)', () => {
	const only = async (version: string, signer: object) =>
		listIn(await scene.create(version, { signatures: [signer] }), 'signatures')[0];

	test.each([
		['v1', { signer_email_address: 'a@example.com' }, -1],
		['v1', { signer_email_address: 'a@example.com', order: 5 }, 5],
		['v2', { account_email: 'a@example.com' }, -1],
		['v2', { account_email: 'a@example.com', sequence: 1 }, 1],
		['v3', { account_email: 'a@example.com', sequence: 1 }, 1],
	])('%s takes %j', async (version, signer, order) => {
		expect(await only(version, signer)).toMatchObject({
			sid: like(/^[0-9a-f-]{36}$/),
			signer_email_address: 'a@example.com',
			order,
			sequence: order,
			status_code: 'OPEN',
		});
	});

	test('a signer without account has an opaque identifier, a name and their own address', async () => {
		const answer = await scene.create('v1', { signatures: [{ signer_identity_data: identity }] });
		const [signer] = listIn(answer, 'signatures');
		expect(signer).toMatchObject({
			signer_email_address: like(/^[0-9a-f-]{36}@/),
			signer_identity_data: { first_name: 'Ida', last_name: 'Muster' },
			signing_url: like(new RegExp(`^${String(answer.json.signing_url)}/.`)),
		});
		expect(signer).not.toHaveProperty('account_email');
	});

	test.each([
		['known@example.com', true],
		['KNOWN@example.com', true],
		['unknown@example.com', false],
	])('with both kinds of data, %s is invited by account: %s', async (email, byAccount) => {
		const signer = await only('v1', {
			signer_email_address: email,
			signer_identity_data: identity,
		});
		expect(signer?.signer_email_address === email).toBe(byAccount);
		expect(signer && 'signing_url' in signer).toBe(!byAccount);
	});

	test.each(Object.keys(identity))('v1 wants %s, v2 does not', async (member) => {
		const signatures = [{ signer_identity_data: { ...identity, [member]: undefined } }];
		const refused = await scene.create('v1', { signatures });
		expect(refused.json.message).toContain(`signatures.0.signer_identity_data.${member}:`);
		expect((await scene.create('v2', { signatures })).status).toBe(200);
	});

	test('two entries with equal data are two signers', async () => {
		const signer = { signer_identity_data: identity };
		const { id } = await scene.create('v2', { signatures: [signer, signer] });
		const request = () => scene.sandbox.store.request(id)!;
		const [first, second] = request().signatures;
		await scene.sandbox.people.sign(id, first!.id);
		expect(request().status).toBe('OPEN');
		await scene.sandbox.people.sign(id, second!.id);
		expect(request().status).toBe('SIGNED');
	});

	const at = (...sequences: Array<number | undefined>) =>
		sequences.map((sequence) => ({ account_email: 'a@x.ch', sequence }));
	const abroad = { signer_identity_data: { ...identity, issuing_country: 'CHE' } };
	const foreign = { account_email: 'a@x.ch', document_signatures: [{ document_id: 'x' }] };
	test.each<[string, string, object[], RegExp]>([
		['no one', 'v2', [{}], /^signatures\.0\.account_email:/],
		['no email address', 'v2', [{ account_email: 'x' }], /^signatures\.0\.account_email:/],
		['half an order', 'v2', at(1.5), /^signatures\.0\.sequence:/],
		['a sequence from 2', 'v2', at(2), /sequence/],
		['a gap', 'v3', at(1, 3), /sequence/],
		['a sequence for some', 'v2', at(1, undefined), /sequence/],
		['an unknown group', 'v3', [{ signer_group_id: 'gr_none' }], /^group:/],
		['a country of three letters', 'v1', [abroad], /issuing_country/],
		['documents of another request', 'v3', [foreign], /document_id/],
	])('refuses %s in %s', async (_title, version, signatures, message) => {
		const answer = await scene.create(version, { signatures });
		expect(answer).toMatchObject({ status: 400, json: { message: like(message) } });
	});

	test('v1 takes any order', async () => {
		const signatures = [7, 3].map((order) => ({ signer_email_address: 'a@example.com', order }));
		expect((await scene.create('v1', { signatures })).status).toBe(200);
	});
});

describe('Visual signatures (interface.md 2.3)', () => {
	const create = (visual_signature: object) =>
		scene.create('v2', { signatures: [{ account_email: 'a@example.com', visual_signature }] });
	const image = { content_type: 'image/png', content: 'AAAA' };

	test.each<[string, object]>([
		['a position', { position }],
		['several positions', { positions: [position, { ...position, page: '1' }] }],
		['an image', { position, image }],
	])('%s comes back as sent', async (_title, visual) => {
		expect(listIn(await create(visual), 'signatures')[0]?.visual_signature).toEqual(visual);
	});

	test.each<[string, object, RegExp]>([
		['a page as number', { position: { ...position, page: 0 } }, /position\.page:/],
		['a page that does not exist', { position: { ...position, page: '2' } }, /position\.page:/],
		['a width of nothing', { position: { ...position, width: 0 } }, /position\.width:/],
		['a position without x', { position: { ...position, x: undefined } }, /position\.x:/],
		['a field that does not exist', { form_field: 'here' }, /form_field:/],
		['a field and a position', { form_field: 'here', position }, /alternatives/],
	])('refuses %s', async (_title, visual, message) => {
		const refusal = { status: 400, json: { message: like(message) } };
		expect(await create(visual)).toMatchObject(refusal);
	});
});

describe('Invitations (interface.md 3.1 and 6)', () => {
	test('each signer gets them in their language, and English where none is said', async () => {
		const languages = ['en', 'de', 'fr', 'it'];
		const { id } = await scene.create('v2', {
			signatures: [
				...languages.map((language) => ({ account_email: `${language}@example.com`, language })),
				{ signer_identity_data: { email_address: 'x@example.com', language: 'fr' } },
				{ account_email: 'unknown@example.com' },
			],
		});
		const mails = scene.sandbox.store.mails.filter(({ requestId }) => requestId === id);
		expect(mails.map(({ subject }) => subject.replace(': Contract', ''))).toEqual([
			...['Please sign', 'Bitte unterschreiben', 'Veuillez signer', 'Si prega di firmare'],
			...['Veuillez signer', 'Please sign'],
		]);
	});

	test('everyone gets the link to sign at, unless they are not to be notified', async () => {
		const answer = await scene.create('v2', {
			signatures: [
				{ account_email: 'a@example.com' },
				{ signer_identity_data: { first_name: 'Ida', email_address: 'ida@example.com' } },
				{ account_email: 'quiet@example.com', notify: false },
			],
		});
		const [, ida] = listIn(answer, 'signatures');
		expect(
			scene.sandbox.store.mails.filter(({ requestId }) => requestId === answer.id),
		).toMatchObject([
			{ to: 'a@example.com', link: `${String(answer.json.signing_url)}?email=a%40example.com` },
			{ to: 'ida@example.com', link: ida?.signing_url },
		]);
	});
});
