import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';

import { pdfFromBinary } from '../../../../shared/document/document';
import type { Pdf } from '../../../../shared/document/pdf';
import { readSource } from '../../../../shared/document/source';
import type { Source } from '../../../../shared/document/source';
import type { ApiVersion } from '../../../../shared/http/call';
import type { SchemaFor } from '../../../../shared/operation/form.schema';
import type { ItemContext } from '../../../../shared/operation/operation';
import { BinaryField, Uuid } from '../../../../shared/operation/scalars.schema';

/** interface.md part 8. */
const MOST_DOCUMENTS = 50;

export const sourceKinds = ['binary', 'document', 'url', 'base64'] as const;
type CreateSourceKind = (typeof sourceKinds)[number];

/** As one text with commas, as a list, or as a single value. */
function list<T>(entry: SchemaFor<T>): SchemaFor<T[]> {
	return z
		.unknown()
		.transform((value) => (typeof value === 'string' ? value.split(/[,;\n]+/) : [value].flat()))
		.transform((entries) => entries.filter((one) => typeof one !== 'string' || one.trim() !== ''))
		.pipe(z.array(entry));
}

function amount<T>(entries: SchemaFor<T[]>, version: ApiVersion): SchemaFor<T[]> {
	return entries
		.refine(({ length }) => length > 0, 'is empty; a request needs a document')
		.refine(
			({ length }) => version === 'v3' || length <= 1,
			`names several files, and a request of version ${version} holds one; choose API version v3, or merge the files`,
		);
}

const Picked = z.preprocess(
	(value) => (value as { value?: unknown } | undefined)?.value ?? value,
	Uuid,
);
const PickedEntry = z.object({ documentId: Picked });
const PickedList = z
	.object({ document: z.array(PickedEntry).default([]) })
	.default({})
	.transform(({ document }) => document.map(({ documentId }) => documentId));

export const MoreDocumentIds = list(Uuid);

export async function readSources(
	item: ItemContext,
	{
		version,
		source,
		moreDocumentIds,
	}: { version: ApiVersion; source: CreateSourceKind | { pdf: Pdf }; moreDocumentIds: string[] },
): Promise<Source[]> {
	const first = typeof source === 'string' ? await readChosen(item, version, source) : [source];
	const more = moreDocumentIds.map((documentId) => ({ documentId }));
	const sources = withoutRepeats([...first, ...more]);
	if (sources.length <= MOST_DOCUMENTS) return sources;
	throw new NodeOperationError(
		item.context.getNode(),
		`The request has ${sources.length} documents, and the service takes at most ${MOST_DOCUMENTS}`,
		{
			itemIndex: item.itemIndex,
			description: 'Split them over several requests, or merge files. Nothing was sent.',
		},
	);
}

async function readChosen(
	item: ItemContext,
	version: ApiVersion,
	source: CreateSourceKind,
): Promise<Source[]> {
	switch (source) {
		case 'binary': {
			const schema = z.object({ binaryPropertyName: amount(list(BinaryField), version) });
			const pdfs: Source[] = [];
			const label = version === 'v3' ? 'Input Binary Fields' : undefined;
			const fields = item.read(schema).binaryPropertyName;
			// Of several, the only file is one that another name stands for.
			const orOnlyFile = fields.length === 1;
			for (const field of fields)
				pdfs.push({ pdf: await pdfFromBinary(item, field, { label, orOnlyFile }) });
			return pdfs;
		}
		case 'base64':
		case 'url':
			return [await readSource(item, { source })];
		case 'document': {
			if (version !== 'v3') return [await readSource(item, { source })];
			const { documentIds } = item.read(z.object({ documentIds: amount(PickedList, version) }));
			return documentIds.map((documentId) => ({ documentId }));
		}
	}
}

function withoutRepeats(sources: Source[]): Source[] {
	const seen = new Set<string>();
	return sources.filter((source) => {
		if (!('documentId' in source)) return true;
		return seen.size !== seen.add(source.documentId.toLowerCase()).size;
	});
}
