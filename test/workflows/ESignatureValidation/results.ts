import { writeFiles } from '../../sandbox/validationFiles';
import { startService } from '../../support/service/service';
import type { Service } from '../../support/service/service';

/** A service that has just validated this file, and the id of the result. */
export async function validated(file: string): Promise<{ service: Service; validationId: string }> {
	const files = await writeFiles();
	const service = await startService();
	const { outputs } = await service.validation(
		'validate',
		{},
		{ items: [{ files: { data: { bytes: files[file]! } } }] },
	);
	service.sandbox.calls.clear();
	return { service, validationId: outputs[0]![0]!.json.id as string };
}

/** What every operation on a result must say about ids that lead nowhere. */
export function explainsAMissingResult(operation: string) {
	it('explains that a result lives for ten minutes', async () => {
		const { service, validationId } = await validated('signed');
		await service.sandbox.clock.advance(10 * 60_000 + 1);
		const { error } = await service.validation(operation, { validationId });
		expect(error?.message).toMatch(/does not have this validation result any more \(status 404\)/);
		expect(error?.description).toMatch(/lives for ten minutes\. Validate the document again/);
	});
}
