import type { Service } from './service.ts';

export const TEXT = Buffer.from('Terms and conditions');

/** Attaches a text file past the nodes and answers with its id. */
export async function addAttachment(service: Service, requestId: string): Promise<string> {
	const body = {
		...{ filename: 'terms.txt', content_type: 'text/plain', content: TEXT.toString('base64') },
	};
	const path = `/v2/signature-requests/${requestId}/attachments`;
	return ((await service.post(path, body)) as { attachment_id: string }).attachment_id;
}
