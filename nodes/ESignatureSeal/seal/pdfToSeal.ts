import { deleteDocument, pdfOfDocument, upload } from '../../shared/documents/documentCalls';
import type { Pdf } from '../../shared/documents/pdf';
import { readSource } from '../../shared/documents/source';
import { readGivenFile } from '../../shared/prepare/anyFile';
import { callTo } from '../../shared/client/call';
import type { ApiVersion, Call } from '../../shared/client/call';
import { deleteAt } from '../../shared/client/callService';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { ItemContext } from '../../shared/execution/operation';
import { PagedDocument, pagesIn, pagesOf, readPages } from '../../shared/positions/pages';
import type { Pages } from '../../shared/positions/pages';

interface CallSettings {
	version: ApiVersion;
	timeoutSeconds?: number;
}

/** Where it comes from the service, with its id there. */
type PdfToSeal = Pdf & { documentId?: string };

export async function pdfToSeal(
	item: ItemContext,
	kind: 'binary' | 'base64' | 'document' | 'given',
	settings: CallSettings,
): Promise<PdfToSeal> {
	const source = await readSource(item, { source: kind });
	if ('pdf' in source) return source.pdf;
	if ('fileUrl' in source) return await readGivenFile(item);
	const { documentId } = source;
	return { ...(await pdfOfDocument(item, { documentId, ...settings })), documentId };
}

/**
 * Only a document in the service shows how large its pages are. A file that is not there yet is put there, looked
 * at and removed again.
 */
export async function pagesToSeal(
	item: ItemContext,
	pdf: PdfToSeal,
	settings: CallSettings,
): Promise<Pages> {
	return pdf.documentId === undefined
		? await measure(item, pdf, settings)
		: await readPages(item, pdf.documentId, settings.version);
}

async function measure(
	item: ItemContext,
	pdf: Pdf,
	{ version, timeoutSeconds }: CallSettings,
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
			message: `Item ${itemIndex + 1}: the document ${documentId}, which was uploaded to learn the size of its pages, couldn't be deleted again. Delete it with the E-Signature Document node.`,
			location: 'outputPane',
			type: 'warning',
		});
	});
}
