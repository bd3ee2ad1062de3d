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
