import { explainsAMissingResult, validated } from '../results';

describe('Delete Result', () => {
	it('removes the result', async () => {
		const { service, validationId } = await validated('signed');
		const { outputs } = await service.validation('delete', { validationId });
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		const { error } = await service.validation('getInfo', { validationId });
		expect(error?.message).toMatch(/does not have this validation result/);
	});

	it('counts as done when an attempt without an answer had removed it', async () => {
		const { service, validationId } = await validated('signed');
		service.sandbox.faults.add({ method: 'DELETE', path: /./, reset: 'after', times: 1 });
		const { outputs } = await service.validation('delete', { validationId });
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect(service.sandbox.calls.count({ method: 'DELETE' })).toBe(2);
	});

	it('goes on after a result that is gone, if On Error says so', async () => {
		const { service, validationId } = await validated('signed');
		const { outputs } = await service.validation(
			'delete',
			{ validationId: '={{ $json.id }}' },
			{
				items: [
					{ json: { id: '28c29d94-2d47-4a5a-8b3f-6c9f8ab5c2a1' } },
					{ json: { id: validationId } },
				],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(outputs[0]).toMatchObject([
			{ json: { details: { status: 404 } }, pairedItem: { item: 0 } },
			{ json: { deleted: true }, pairedItem: { item: 1 } },
		]);
	});

	explainsAMissingResult('delete');
});
