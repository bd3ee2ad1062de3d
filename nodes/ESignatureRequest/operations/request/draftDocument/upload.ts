import { Document } from '../../../../shared/document/document.schema';
import { deleteDocument } from '../../../../shared/document/endpoints';
import { upload } from '../../../../shared/document/upload';
import type { NewSource } from '../../../../shared/document/upload';
import { deleteAt } from '../../../../shared/http/deletion';
import { callTo } from '../../../../shared/http/endpoint';
import { forgetStep, sendOnce } from '../../../../shared/operation/once';
import type { ItemContext } from '../../../../shared/operation/operation';

const STEP = { step: 'upload' };

/** Puts a document into the service so that a draft can name it; answers with its id. */
export async function uploadOnce(
	{ context, itemIndex }: ItemContext,
	{ title, source, timeoutSeconds }: { title: string; source: NewSource; timeoutSeconds?: number },
): Promise<string> {
	const { id } = await sendOnce(context, itemIndex, {
		...STEP,
		what: 'this document',
		send: async () => {
			const wanted = {
				version: 'v3',
				about: { title },
				source,
				timeoutSeconds,
				itemIndex,
			} as const;
			const document = await upload(context, wanted, Document);
			return { id: document.id };
		},
	});
	return id;
}

/** Deletes an upload that no request needs; where that fails, says so in words. */
export async function removeUpload(
	{ context, itemIndex }: ItemContext,
	id: string,
): Promise<string> {
	try {
		await deleteAt(context, { ...callTo(deleteDocument, id), version: 'v3', itemIndex });
	} catch {
		return `The document ${id}, which was uploaded for this, could not be deleted again: remove it with the Document node.`;
	}
	forgetStep(context, itemIndex, STEP);
	return '';
}
