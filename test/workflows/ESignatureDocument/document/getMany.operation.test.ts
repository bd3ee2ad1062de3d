import { startService } from '../../../support/service/service';

describe('Get Many', () => {
	const threeDocuments = async () => {
		const service = await startService();
		for (const title of ['A', 'B', 'C']) await service.addDocument(title);
		return service;
	};

	it.each([
		['everything', { returnAll: true }, 3],
		['up to the limit', { returnAll: false, limit: 2 }, 2],
		['up to a limit from an expression', { returnAll: false, limit: '={{ "1" }}' }, 1],
		['all there are under a larger limit', { returnAll: false, limit: 50 }, 3],
	])('returns %s', async (_title, parameters, expected) => {
		const service = await threeDocuments();
		const { outputs } = await service.document('getMany', parameters);
		expect(outputs[0]).toHaveLength(expected);
		expect(outputs[0]![0]!.pairedItem).toEqual({ item: 0 });
	});

	it('returns nothing when there is nothing', async () => {
		const service = await startService();
		const { outputs, error } = await service.document('getMany', { returnAll: true });
		expect(error).toBeUndefined();
		expect(outputs.flat()).toEqual([]);
	});

	it.each([0, -1, 1.5, 'many'])('refuses the limit %s', async (limit) => {
		const service = await startService();
		const { error } = await service.document('getMany', { returnAll: false, limit });
		expect(error?.message).toMatch(/Limit must be/);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});
