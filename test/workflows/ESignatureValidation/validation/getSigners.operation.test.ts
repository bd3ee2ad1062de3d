import { validated } from '../results';

describe('Get Signers', () => {
	it('makes an item of each signer, paired with its input', async () => {
		const { service, validationId } = await validated('signedTwice');
		const { outputs } = await service.validation('getSigners', { validationId });
		expect(outputs[0]).toMatchObject([
			{ json: { signer: 'Zoë Müller', valid: true, quality: 'QES' }, pairedItem: { item: 0 } },
			{ json: { signer: 'Ben', valid: true, legislation: 'EU' }, pairedItem: { item: 0 } },
		]);
	});

	it('puts all of them into one item if asked to', async () => {
		const { service, validationId } = await validated('signedTwice');
		const { outputs } = await service.validation('getSigners', { validationId, split: false });
		expect(outputs[0]).toMatchObject([
			{ json: { signers: [{ signer: 'Zoë Müller' }, { signer: 'Ben' }] } },
		]);
	});

	it.each([
		[true, []],
		[false, [{ signers: [] }]],
	])('finds no one in an unsigned document (one item each: %s)', async (split, expected) => {
		const { service, validationId } = await validated('unsigned');
		const { outputs } = await service.validation('getSigners', { validationId, split });
		expect((outputs[0] ?? []).map(({ json }) => json)).toEqual(expected);
	});
});
