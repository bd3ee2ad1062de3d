import { deleteDocument } from '../../../shared/document/endpoints';
import type { Pdf } from '../../../shared/document/pdf';
import { upload } from '../../../shared/document/upload';
import type { ApiVersion, Call } from '../../../shared/http/call';
import { deleteAt } from '../../../shared/http/deletion';
import { callTo } from '../../../shared/http/endpoint';
import { sendOnce } from '../../../shared/operation/once';
import type { ItemContext } from '../../../shared/operation/operation';
import type { Pages } from '../../../shared/placement/corner';
import { PagedDocument, pagesIn, pagesOf, readPages } from '../../../shared/placement/pages';

interface PageSettings {
	version: ApiVersion;
	timeoutSeconds?: number;
}

/**
 * Only a document in the service shows how large its pages are. A file that is not there yet is put there, looked
 * at and removed again.
 */
export async function pagesToSeal(
	item: ItemContext,
	pdf: Pdf & { documentId?: string },
	how: PageSettings,
): Promise<Pages> {
	return pdf.documentId === undefined
		? await measure(item, pdf, how)
		: await readPages(item, pdf.documentId, how.version);
}

async function measure(
	item: ItemContext,
	pdf: Pdf,
	{ version, timeoutSeconds }: PageSettings,
): Promise<Pages> {
	const { context, itemIndex } = item;
	const title = pdf.fileName || 'To be sealed';
	const measured = await sendOnce(context, itemIndex, {
		step: 'measure',
		what: 'this document to be measured',
		send: async () => {
			const wanted = { version, about: { title }, source: { pdf }, timeoutSeconds, itemIndex };
			const document = await upload(context, wanted, PagedDocument);
			await removeAgain(item, document.id, version);
			return pagesIn(document);
		},
	});
	return pagesOf(item, measured);
}

/** What is left behind does not stop the seal, but is logged. */
async function removeAgain(
	{ context, itemIndex }: ItemContext,
	documentId: string,
	version: ApiVersion,
): Promise<void> {
	const call: Call = { ...callTo(deleteDocument, documentId), version, itemIndex };
	await deleteAt(context, call).catch(() => {
		context.addExecutionHints({
			message: `Item ${itemIndex + 1}: the document ${documentId}, which was uploaded to learn the size of its pages, could not be deleted again. Delete it with the E-Signature Document node.`,
			location: 'outputPane',
			type: 'warning',
		});
	});
}
