import { setScene, signers } from '../scene.ts';
import type { Dialect } from '../../../sandbox/state/dialect.ts';

/** Two signatures, one under Swiss law and one under that of the EU, in one document. */
async function validated(dialect: Dialect) {
	const scene = await setScene({ dialect });
	let content = scene.content;
	for (const legislation of ['ZERTES', 'EIDAS']) {
		const { id } = await scene.create('v2', {
			content,
			quality: 'QES',
			legislation,
			signatures: signers('a@example.com'),
		});
		await scene.sandbox.people.sign(id, undefined, 'Ann Lee');
		const { json } = await scene.send('GET', `/v2/signature-requests/${id}`);
		const signed = await scene.send('GET', `/v2/documents/${String(json.document_id)}/content`);
		content = signed.bytes.toString('base64');
	}
	const path = '/validation/v1/validate/document?infos=signer';
	const { json } = await scene.send('POST', path, { content });
	const { list } = await scene.send('GET', `/validation/v1/infos/${String(json.id)}/signers`);
	await scene.close();
	return { json, signers: list };
}

test('the public regions write CH-EU, and return what a signature says of itself', async () => {
	const { json, signers: found } = await validated('public');
	expect(json).toMatchObject({ legislation: 'CH-EU', additionalInfos: { signer: found } });
	expect(found).toMatchObject([
		{ legislation: 'CH', optionalInfos: { name: 'Ann Lee' } },
		{ legislation: 'EU', optionalInfos: { name: 'Ann Lee' } },
	]);
});

test('the contract does neither', async () => {
	const { json, signers: found } = await validated('contract');
	expect(json.legislation).toBe('CH_EU');
	expect(found).toHaveLength(2);
	expect(found[0]).not.toHaveProperty('optionalInfos');
});

test.each<[Dialect, string]>([
	['contract', '202601'],
	['public', '20260130'],
])('credits of a day: %s answers the period %s', async (dialect, period) => {
	const scene = await setScene({ dialect });
	const path = '/validation/v1/billing/credits/invoiced?period=20260130';
	const { json } = await scene.send('GET', path);
	await scene.close();
	expect(json).toMatchObject({ period, requests: 0 });
});
