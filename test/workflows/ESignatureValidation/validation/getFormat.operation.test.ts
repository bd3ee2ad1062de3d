import { explainsAMissingResult, validated } from '../results';

describe('Get Format', () => {
	it('returns the type of the file', async () => {
		const { service, validationId } = await validated('signed');
		const { outputs } = await service.validation('getFormat', { validationId });
		expect(outputs[0]![0]!.json).toMatchObject({ fileType: 'PDF' });
	});

	explainsAMissingResult('getFormat');
});
