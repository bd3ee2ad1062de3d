import type { IDataObject } from 'n8n-workflow';

/** The body of POST /signature-requests/{id}/observers. */
export function observerBody(
	who: { email: string } | { userId: string } | { groupId: string },
): IDataObject {
	if ('groupId' in who) return { type: 'GROUP', group_id: who.groupId };
	const user = 'email' in who ? { email: who.email } : { user_id: who.userId };
	return { type: 'USER', ...user };
}
