import { addAttachment, TEXT } from '../../../support/service/attachments';
import { EMPTY, UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const attached = async (service: Service, version = 'v2') => {
	const { id } = await service.addRequest(version);
	return { id, parameters: { attachmentId: byId(await addAttachment(service, id)) } };
};

describe('Attachment: Download', () => {
	it.each(['v2', 'v3'])('fetches the file with its name and type with %s', async (apiVersion) => {
		const service = await startService();
		const { id, parameters } = await attached(service, apiVersion);
		const { outputs } = await service.request('attachment', 'download', {
			apiVersion,
			requestId: byId(id),
			...parameters,
		});
		const [item] = outputs[0]!;
		expect(item!.json).toMatchObject({
			id,
			attachment_id: parameters.attachmentId.value,
			filename: 'terms.txt',
			fileName: 'terms.txt',
		});
		expect(item!.binary!.data).toMatchObject({ fileName: 'terms.txt', mimeType: 'text/plain' });
		expect(await service.engine.readBinary(item!)).toEqual(TEXT);
	});

	it.each([
		['page.html', 'text/html; charset=utf-8', 'text/html', '<!doctype html><html>Terms</html>'],
		['page', 'TEXT/HTML', 'text/html', '<html>Terms</html>'],
		['terms.txt', 'text/plain; charset=utf-8', 'text/plain', '<html> is where a page begins'],
		['data.xml', 'application/xml', 'application/xml', '\ufeff<html xmlns="x"/>'],
	])('brings back what was added as %s, %s', async (fileName, mediaType, sentAs, text) => {
		const service = await startService();
		const { id } = await service.addRequest();
		const requestId = byId(id);
		const bytes = Buffer.from(text);
		const added = await service.request(
			'attachment',
			'add',
			{ requestId },
			{ items: [{ files: { data: { bytes, fileName, mediaType } } }] },
		);
		expect(added.error).toBeUndefined();
		const attachmentId = byId(added.outputs[0]![0]!.json.attachment_id as string);
		const parameters = { requestId, attachmentId };
		const { outputs, error } = await service.request('attachment', 'download', parameters);
		expect(error).toBeUndefined();
		expect(await service.engine.readBinary(outputs[0]![0]!)).toEqual(bytes);
		const [sent] = service.wire.filter(
			({ method, path }) => method === 'POST' && /ments$/.test(path),
		);
		expect(sent!.body).toMatchObject({ content_type: sentAs });
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
