import { addAttachment, TEXT } from '../../../support/attachments';
import { EMPTY, itHandlesItsItems, UNKNOWN } from '../../../support/requestOperation';
import { byId, startService } from '../../../support/service';
import type { Service } from '../../../support/service';

const attached = async (service: Service, version = 'v2') => {
	const { id } = await service.addRequest(version);
	return { id, parameters: { attachmentId: byId(await addAttachment(service, id)) } };
};

describe('Attachment: Download', () => {
	itHandlesItsItems('attachment', 'download', attached);

	it.each(['v2', 'v3'])('fetches the file with its name and type with %s', async (apiVersion) => {
		const service = await startService();
		const { id, parameters } = await attached(service, apiVersion);
		const { outputs } = await service.request('attachment', 'download', {
			apiVersion,
			requestId: byId(id),
			...parameters,
		});
		const [item] = outputs[0]!;
		expect(item!.json).toEqual({
			requestId: id,
			attachment_id: parameters.attachmentId.value,
			filename: 'terms.txt',
		});
		expect(item!.binary!.data).toMatchObject({ fileName: 'terms.txt', mimeType: 'text/plain' });
		expect(await service.engine.readBinary(item!)).toEqual(TEXT);
	});

	it.each([
		['nothing', EMPTY, /Attachment is empty/, undefined],
		['what would change the path', '../x', /Attachment is not an id/, undefined],
		['an unknown one', UNKNOWN, /does not know this id/, '404'],
	])('explains %s', async (_title, attachmentId, reason, httpCode) => {
		const service = await startService();
		const { id } = await service.addRequest();
		const { error } = await service.request('attachment', 'download', {
			requestId: byId(id),
			attachmentId: byId(attachmentId),
		});
		expect(error?.message).toMatch(reason);
		if (httpCode) expect(error?.httpCode).toBe(httpCode);
	});
});
