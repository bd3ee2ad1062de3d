import { isToolType } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../shared/execution/operation';
import { simplifyRequest } from '../shared/requests/shownRequest';
import { readAfterwards } from './changeRequest';

/** What a removal answers with. A model also reads what is left, because it can't look at the request itself. */
export async function deletedFrom(
	{ context, itemIndex, version }: ItemContext,
	{ requestId, done }: { requestId: string; done: string },
): Promise<IDataObject> {
	const deleted = { deleted: true };
	if (!isToolType(context.getNode().type)) return deleted;
	const request = await readAfterwards(context, { version, requestId, itemIndex, done });
	const { attachments = [] } = request;
	return { ...deleted, ...simplifyRequest(request), attachments };
}
