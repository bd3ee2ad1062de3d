import { addAttachment } from '../../../support/service/attachments';
import { itHandlesItsItems } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const attached = async (service: Service, version = 'v2') => {
	const { id } = await service.addRequest(version);
	return { id, parameters: { attachmentId: byId(await addAttachment(service, id)) } };
};

describe('Attachment: Remove', () => {
	itHandlesItsItems('attachment', 'remove', attached);

	it.each(['v2', 'v3'])('takes a file away with %s', async (apiVersion) => {
		const service = await startService();
		const { id, parameters } = await attached(service, apiVersion);
		const { outputs } = await service.request('attachment', 'remove', {
			apiVersion,
			requestId: byId(id),
			...parameters,
		});
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect(service.sandbox.store.request(id)!.attachments).toEqual([]);
	});
});
