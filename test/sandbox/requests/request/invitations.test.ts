import type { Dialect } from '../../../../sandbox/state/dialect.ts';
import {
	inOrder,
	listIn,
	MINUTE,
	NOON,
	requestPath,
	sceneForAll,
	setScene,
	signers,
} from '../../scene.ts';

const [A, B, C] = ['a@example.com', 'b@example.com', 'c@example.com'];

/** In the names that both versions know. */
const listed = (version: string, list: ReturnType<typeof inOrder>) =>
	version === 'v1'
		? list.map(({ account_email, sequence }) => ({
				signer_email_address: account_email,
				order: sequence,
			}))
		: list;

describe.each<[Dialect, string, 'in order' | 'at once']>([
	['contract', 'v1', 'in order'],
	['contract', 'v2', 'at once'],
	['contract', 'v3', 'at once'],
	['public', 'v1', 'in order'],
	['public', 'v2', 'in order'],
	['public', 'v3', 'at once'],
])('Signers with an order are invited (%s, %s)', (dialect, version, when) => {
	const scene = sceneForAll({ dialect });

	const isInOrder = when === 'in order';
	const open = (...emails: string[]) =>
		scene.open(version, { title: 'Lease', signatures: listed(version, inOrder(...emails)) });
	const mailsOf = (id: string) =>
		scene.sandbox.store.mails
			.filter(({ requestId }) => requestId === id)
			.map(({ to, kind, subject, at }) => ({ to, kind, subject, at }));
	const invited = (id: string) =>
		mailsOf(id).flatMap(({ kind, to }) => (kind === 'invitation' ? to : []));

	test(`${when}: each is asked to sign once, at that time`, async () => {
		const { sandbox } = scene;
		const { id, json } = await open(A, B);
		await sandbox.clock.advance(MINUTE);
		await sandbox.people.sign(id, A);
		const start = sandbox.clock.now() - MINUTE;
		const invitation = { kind: 'invitation', subject: 'Please sign: Lease' };
		expect(mailsOf(id)).toEqual([
			{ ...invitation, to: A, at: start },
			{ ...invitation, to: B, at: isInOrder ? start + MINUTE : start },
		]);
		expect(json.signatures).toHaveLength(2);
		await sandbox.people.sign(id, B);
		const completion = { kind: 'completion', subject: 'Signed by everyone: Lease' };
		expect(mailsOf(id).slice(2)).toMatchObject([A, B].map((to) => ({ ...completion, to })));
	});

	test('those with the same number, or with none, together', async () => {
		const same = inOrder(A, B, C).map((one, at) => ({ ...one, sequence: at === 2 ? 2 : 1 }));
		const { id } = await scene.open(version, { signatures: listed(version, same) });
		expect(invited(id)).toEqual(isInOrder ? [A, B] : [A, B, C]);
		await scene.sandbox.people.sign(id, A);
		expect(invited(id)).toEqual(isInOrder ? [A, B] : [A, B, C]);
		await scene.sandbox.people.sign(id, B);
		expect(invited(id)).toEqual([A, B, C]);
		const without = signers(A, B).map(({ account_email }) =>
			version === 'v1' ? { signer_email_address: account_email } : { account_email },
		);
		expect(invited((await scene.open(version, { signatures: without })).id)).toEqual([A, B]);
	});

	test('when the one before is removed', async () => {
		const opened = await open(A, B, C);
		const { json } = await scene.send('GET', requestPath(version, opened.id));
		const [first] = json.signatures as Array<{ sid: string }>;
		const path = requestPath(version, opened.id, `/signatures/${first!.sid}`);
		await scene.send('DELETE', path);
		expect(invited(opened.id)).toEqual(isInOrder ? [A, B] : [A, B, C]);
	});

	test('when they are added: as soon as it is their turn', async () => {
		const { id } = await open(A);
		const [, added] = listed(version, inOrder(A, B));
		const answer = await scene.send('POST', requestPath(version, id, '/signatures'), added);
		expect(answer.status).toBe(200);
		expect(invited(id)).toEqual(isInOrder ? [A] : [A, B]);
		await scene.sandbox.people.sign(id, A);
		expect(invited(id)).toEqual([A, B]);
	});

	test('but not while they are removed', async () => {
		const { id } = await open(A, B, C);
		const [stays] = listed(version, [{ account_email: C, sequence: -1 }]);
		const changed = await scene.send('PUT', `/${version}/signature-requests`, {
			id,
			signatures: [stays],
		});
		expect(listIn(changed, 'signatures')).toHaveLength(1);
		expect(invited(id)).toEqual(isInOrder ? [A, C] : [A, B, C]);
	});

	test('and only they are reminded', async () => {
		const { id } = await open(A, B);
		await scene.send('POST', requestPath(version, id, '/remind'));
		const reminded = mailsOf(id).flatMap(({ kind, to }) => (kind === 'reminder' ? to : []));
		expect(reminded).toEqual(isInOrder ? [A] : [A, B]);
	});
});

test('a draft invites nobody before it is initiated', async () => {
	const scene = await setScene();
	const { id } = await scene.create('v3', { signatures: signers(A) });
	expect(scene.sandbox.store.mails).toEqual([]);
	await scene.send('POST', requestPath('v3', id, '/initiate'));
	expect(scene.sandbox.store.mails).toMatchObject([{ to: A, at: NOON }]);
	await scene.close();
});
