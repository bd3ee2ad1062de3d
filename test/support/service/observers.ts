import type { Service } from './service.ts';

export const groups = [{ id: 'gr_audit', name: 'Audit', members: ['eve@example.com'] }];

/** Adds an observer past the nodes and answers with its id. */
export async function addObserver(
	service: Service,
	requestId: string,
	body: object = { type: 'USER', email: 'eve@example.com' },
): Promise<string> {
	const path = `/v3/signature-requests/${requestId}/observers`;
	return ((await service.post(path, body)) as { id: string }).id;
}
