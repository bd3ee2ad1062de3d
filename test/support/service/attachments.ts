import type { Service } from './service.ts';

export const TEXT = Buffer.from('Terms and conditions');

/** Attaches a text file past the nodes and answers with its id. */
export async function addAttachment(service: Service, requestId: string): Promise<string> {
	const response = await service.call(`/v2/signature-requests/${requestId}/attachments`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			filename: 'terms.txt',
			content_type: 'text/plain',
			content: TEXT.toString('base64'),
		}),
	});
	return ((await response.json()) as { attachment_id: string }).attachment_id;
}
