import { validated } from '../results';

describe('Get Result Info', () => {
	it.each([
		['signed', 'TOTAL-PASSED', 'passed', /^All signatures are valid/],
		['tampered', 'TOTAL-FAILED', 'failed', /was changed after it was signed/],
		['unsigned', 'INDETERMINATE', 'indeterminate', /carries no signature/],
	])(
		'gives the verdict beside the raw fields of "%s"',
		async (file, indication, verdict, words) => {
			const { service, validationId } = await validated(file);
			const { outputs } = await service.validation('getInfo', { validationId });
			expect(outputs[0]![0]!.json).toMatchObject({
				indication,
				details: expect.any(Array) as unknown[],
				verdict,
				explanation: expect.stringMatching(words) as string,
			});
		},
	);

	it('passes fields and indications on that are not known yet', async () => {
		const { service, validationId } = await validated('signed');
		const body = { indication: 'MAYBE', confidence: 0.5 };
		service.sandbox.faults.add({ path: /\/infos\//, status: 200, body });
		const { outputs } = await service.validation(
			'getInfo',
			{ validationId },
			{ unknownFields: true },
		);
		expect(outputs[0]![0]!.json).toMatchObject({ ...body, verdict: 'indeterminate' });
	});
});
