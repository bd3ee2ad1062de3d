import { bodyWithContent } from '../../../../../shared/document/document';
import { fileNameOf } from '../../../../../shared/document/source';
import type { Source } from '../../../../../shared/document/source';
import type { Body } from '../../../../../shared/http/body';
import type { ApiVersion, Call } from '../../../../../shared/http/call';
import { callForJson } from '../../../../../shared/http/transport';
import { sendOnce } from '../../../../../shared/operation/once';
import type { Turn } from '../../../../../shared/operation/operation';
import { pick } from '../../../../../shared/operation/output';
import type { Pages } from '../../../../../shared/placement/corner';
import { PagedDocument, pagesOf, readPages } from '../../../../../shared/placement/pages';
import type { Made } from './leftovers';

export interface Documents {
	version: ApiVersion;
	/** Of the request; a document without a name of its own is called after it. */
	title: string;
	sources: Source[];
	/** Whether the sizes of their pages must be known. */
	wantsPages: boolean;
	timeoutSeconds?: number;
}

type NewSource = Exclude<Source, { documentId: string }>;

/** Uploads what is not there yet, each once. */
export async function bringDocuments(
	turn: Turn,
	documents: Documents,
	made: Made,
): Promise<{ documentIds: string[]; pages?: Pages[] }> {
	const documentIds: string[] = [];
	const pages: Pages[] = [];
	for (const [index, source] of documents.sources.entries()) {
		const uploaded =
			'documentId' in source ? undefined : await upload(turn, documents, { source, index, made });
		const id = uploaded?.id ?? (source as { documentId: string }).documentId;
		documentIds.push(id);
		if (!documents.wantsPages) continue;
		pages.push(uploaded ? pagesOf(turn, uploaded) : await readPages(turn, id, documents.version));
	}
	return { documentIds, ...(documents.wantsPages && { pages }) };
}

async function upload(
	{ context, itemIndex }: Turn,
	{ version, title: titleOfRequest, sources, timeoutSeconds }: Documents,
	{ source, index, made }: { source: NewSource; index: number; made: Made },
): Promise<PagedDocument> {
	const count = sources.length > 1 ? ` (${index + 1})` : '';
	const title = fileNameOf(source) ?? `${titleOfRequest}${count}`;
	const step = `upload ${index + 1}`;
	const document = await sendOnce(context, itemIndex, {
		step,
		what: `document ${index + 1}`,
		send: async () => {
			const body = await uploadBody(title, source);
			const call: Call = {
				version,
				method: 'POST',
				path: '/documents',
				body,
				timeoutSeconds,
				itemIndex,
			};
			const answer = await callForJson(context, call, PagedDocument);
			return pick(answer, ['id', 'page_count', 'page_width', 'page_height']) as PagedDocument;
		},
	});
	made.documents.push({ id: document.id, step });
	return document;
}

async function uploadBody(title: string, source: NewSource): Promise<Body> {
	if ('fileUrl' in source) return { json: { title, file_url: source.fileUrl } };
	return bodyWithContent({ title, content_type: 'application/pdf' }, source.pdf);
}
