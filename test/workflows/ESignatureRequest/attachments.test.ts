import { randomUUID } from 'node:crypto';
import { pdfOfSize, smallPdf } from '../../support/files/pdf';
import { retrying, startWithRequest } from '../../support/service/requestOperation';
import { byId, startService, type Service } from '../../support/service/service';

const additions = { method: 'POST', path: /\/attachments$/ };
const reads = { method: 'GET', path: '/signature-requests/{id}' };
const item = (bytes = smallPdf, fileName = 'terms.pdf') => ({
	files: { data: { bytes, fileName } },
});
const stored = async (service: Service, id: string, attachmentId: unknown) => {
	const path = `/v2/signature-requests/${id}/attachments/${String(attachmentId)}/content`;
	const response = await service.call(path, { headers: { accept: '*/*' } });
	return Buffer.from(await response.arrayBuffer());
};

describe('Attachment: Add', () => {
	it('streams a large file that is no PDF, under the name that was asked for', async () => {
		const { service, id } = await startWithRequest();
		const bytes = Buffer.concat([Buffer.from('no PDF '), pdfOfSize(6_000_000)]);
		const { outputs } = await service.request(
			'attachment',
			'add',
			{ requestId: byId(id), options: { fileName: 'plan.pdf' } },
			{ items: [item(bytes)] },
		);
		const { json } = outputs[0]![0]!;
		expect(json.filename).toBe('plan.pdf');
		expect((await stored(service, id, json.attachment_id)).equals(bytes)).toBe(true);
	});

	it('names the new one also where the request has one of that name already', async () => {
		const { service, id } = await startWithRequest('v2', {}, { dialect: 'public' });
		const add = async (bytes: Buffer) => {
			const parameters = { requestId: byId(id) };
			const run = { items: [item(bytes)] };
			const { outputs } = await service.request('attachment', 'add', parameters, run);
			return outputs[0]![0]!.json.attachment_id;
		};
		const other = Buffer.concat([smallPdf, Buffer.from(' ')]);
		const ids = [await add(smallPdf), await add(other)];
		expect(ids[0]).not.toBe(ids[1]);
		expect(await stored(service, id, ids[1])).toEqual(other);
	});

	it('refuses a size that the public regions do not take', async () => {
		const { service, id } = await startWithRequest('v2', {}, { dialect: 'public' });
		const form = { requestId: byId(id) };
		const run = { items: [item(Buffer.alloc(40_000_001, 1), 'plan.png')] };
		const { error } = await service.request('attachment', 'add', form, run);
		expect(error?.message).toMatch(/too large: 40000001/);
		expect(error?.description).toMatch(/Nothing was sent/);
		expect(service.sandbox.calls.count(additions)).toBe(0);
	});

	it('says so when the service took the file and does not show it', async () => {
		const { service, id } = await startWithRequest();
		service.sandbox.faults.add({ ...additions, status: 200, body: '' });
		const { error } = await service.request(
			'attachment',
			'add',
			{ requestId: byId(id) },
			{ items: [item()] },
		);
		expect(error?.message).toMatch(/accepted "terms.pdf", but the request doesn't show it/);
	});

	describe.each(['public', 'contract'] as const)(
		'adds each of several items once with Retry On Fail, and answers with its id (%s)',
		(dialect) => {
			it.each([0, 1])('when item %d got an empty answer and could not be read', async (failing) => {
				const added: string[] = [];
				const service: Service = await startService({
					dialect,
					onCall: ({ method, path }) => {
						if (method !== 'POST' || !additions.path.test(path)) return;
						const { faults, store } = service.sandbox;
						if (added.length === failing) faults.add({ ...reads, status: 404, times: 1 });
						const attachmentId = randomUUID();
						added.push(attachmentId);
						const content = store.keepContent(smallPdf);
						const contentType = 'application/pdf';
						store.request(id)!.attachments.push({
							...{ id: attachmentId, filename: 'terms.pdf', contentType, content },
						});
					},
				});
				const { id } = await service.addRequest();
				service.sandbox.faults.add({ ...additions, status: 200, body: '' });
				const { outputs, error } = await service.request(
					'attachment',
					'add',
					{ requestId: byId(id) },
					{ items: [item(), item()], settings: retrying },
				);
				expect(error).toBeUndefined();
				expect(outputs[0]!.map(({ json }) => json.attachment_id)).toEqual(added);
				expect(added).toHaveLength(2);
			});
		},
	);
});

it.each([
	['page.html', 'text/html; charset=utf-8', 'text/html', '<!doctype html><html>Terms</html>'],
	['page', 'TEXT/HTML', 'text/html', '<html>Terms</html>'],
	['terms.txt', 'text/plain; charset=utf-8', 'text/plain', '<html> is where a page begins'],
	['data.xml', 'application/xml', 'application/xml', '\ufeff<html xmlns="x"/>'],
])(
	'Attachment: Download brings back what was added as %s, %s',
	async (fileName, mediaType, sentAs, text) => {
		const { service, id } = await startWithRequest();
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
	},
);
