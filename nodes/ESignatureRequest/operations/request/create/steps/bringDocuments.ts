import { fileNameOf } from '../../../../../shared/document/source';
import type { Source } from '../../../../../shared/document/source';
import { upload } from '../../../../../shared/document/upload';
import type { NewSource } from '../../../../../shared/document/upload';
import type { ApiVersion } from '../../../../../shared/http/call';
import { mayHaveActed } from '../../../../../shared/http/failure';
import { sendOnce } from '../../../../../shared/operation/once';
import type { ItemContext } from '../../../../../shared/operation/operation';
import type { Pages } from '../../../../../shared/placement/corner';
import { PagedDocument, pagesIn, pagesOf, readPages } from '../../../../../shared/placement/pages';
import type { Made } from './leftovers';

export interface NewDocuments {
	version: ApiVersion;
	/** Of the request; a document without a name of its own is called after it. */
	title: string;
	sources: Source[];
	/** Whether the sizes of their pages must be known. */
	wantsPages: boolean;
	timeoutSeconds?: number;
}

/** Uploads what is not there yet, each once, side by side; after a failure all that were made are known. */
export async function bringDocuments(
	item: ItemContext,
	documents: NewDocuments,
	made: Made,
): Promise<{ documentIds: string[]; pages?: Pages[] }> {
	const brought = await Promise.allSettled(
		documents.sources.map(
			async (source, index) => await bring(item, documents, { source, index, made }),
		),
	);
	const failures = brought.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
	// An unknown outcome counts most: then nothing may be deleted, and the user has to look.
	if (failures.length > 0) throw failures.find(mayHaveActed) ?? failures[0];
	const all = brought.map((one) => (one as PromiseFulfilledResult<Brought>).value);
	const documentIds = all.map(({ id }) => id);
	const pages = all.map(({ pages: own }) => own as Pages);
	return { documentIds, ...(documents.wantsPages && { pages }) };
}

interface Brought {
	id: string;
	pages?: Pages;
}

async function bring(
	item: ItemContext,
	documents: NewDocuments,
	{ source, index, made }: { source: Source; index: number; made: Made },
): Promise<Brought> {
	const { wantsPages, version } = documents;
	if ('documentId' in source) {
		const { documentId: id } = source;
		return { id, pages: wantsPages ? await readPages(item, id, version) : undefined };
	}
	const uploaded = await uploadOnce(item, documents, { source, index, made });
	return { id: uploaded.id, pages: wantsPages ? pagesOf(item, uploaded) : undefined };
}

async function uploadOnce(
	{ context, itemIndex }: ItemContext,
	{ version, title: titleOfRequest, sources, timeoutSeconds }: NewDocuments,
	{ source, index, made }: { source: NewSource; index: number; made: Made },
): Promise<PagedDocument> {
	const count = sources.length > 1 ? ` (${index + 1})` : '';
	const title = fileNameOf(source) ?? `${titleOfRequest}${count}`;
	const step = `upload ${index + 1}`;
	const document = await sendOnce(context, itemIndex, {
		step,
		what: `document ${index + 1}`,
		send: async () => {
			const wanted = { version, about: { title }, source, timeoutSeconds, itemIndex };
			return pagesIn(await upload(context, wanted, PagedDocument));
		},
	});
	made.documents.push({ id: document.id, step });
	return document;
}
