import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { ItemContext } from '../execution/operation';
import { field } from '../form/field';
import type { Field } from '../form/field';
import { agentField, documentField } from '../form/fields';
import { BinaryField, HttpsUrl, RequiredText, UUID } from '../form/readers';
import { fromBase64, pdfFromBinary } from './document';
import type { Pdf, SizeLimit } from './pdf';

/** Where a PDF can come from; each node offers those that its calls can use. */
export const sourceOptions = {
	base64: {
		name: 'Base64 Text',
		value: 'base64',
		description: 'An earlier node encoded the file as text',
	},
	binary: {
		name: 'Binary File',
		value: 'binary',
		description: 'A file from an earlier node',
	},
	document: {
		name: 'Uploaded Document',
		value: 'document',
		description: 'The document is already in Skribble',
	},
	/** Only agents choose it: what their model has is one of these. */
	given: {
		name: 'ID, URL, or Text',
		value: 'given',
		description: 'An AI agent passes an ID, a URL, or text',
		displayOptions: { show: { '@tool': [true] } },
	},
	url: { name: 'URL', value: 'url', description: 'Skribble downloads the file' },
} as const satisfies Record<string, INodePropertyOptions>;

/** An agent has no files: it names what the service has, or can download. */
export function sourceFields<
	const Options extends INodePropertyOptions[],
	const Name extends string = 'source',
>(
	options: Options,
	{ name, ...words }: Partial<Pick<Field, 'displayName' | 'description'>> & { name?: Name } = {},
) {
	const source = {
		displayName: 'Document From',
		name: (name ?? 'source') as Name,
		type: 'options',
		noDataExpression: true,
		default: 'binary',
		options,
		description: 'Source of the PDF',
		...words,
	} satisfies Field;
	const isGiven = options.some(({ value }) => value === 'given');
	return agentField(source, { type: 'hidden', default: isGiven ? 'given' : 'url' });
}

export const inputFileHint = (what: string, only = 'file') =>
	`The name of the input field that contains ${what}. If you keep "data", the node uses the only ${only} of the item.`;

export const binarySourceField = field({
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	typeOptions: { binaryDataProperty: true },
	default: 'data',
	required: true,
	reader: BinaryField,
	hint: inputFileHint('the PDF', 'PDF'),
	displayOptions: { show: { source: ['binary'] } },
});

export const base64SourceField = field({
	displayName: 'Base64 Text',
	name: 'content',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. JVBERi0xLjcK…',
	displayOptions: { show: { source: ['base64'] } },
	description: 'The PDF, with or without a data: prefix',
});

export const urlSourceField = field({
	displayName: 'File URL',
	name: 'fileUrl',
	type: 'string',
	default: '',
	required: true,
	reader: HttpsUrl,
	placeholder: 'e.g. https://example.com/contract.pdf',
	displayOptions: { show: { source: ['url'] } },
	description: 'Skribble must reach it without a login',
	forModel: 'https URL of the PDF',
});

export type Given = { documentId: string } | { fileUrl: string } | { text: string };

const Given = RequiredText.transform((value, refinement): Given => {
	if (UUID.test(value)) return { documentId: value };
	if (!/^\w+:\/\/\S*$/.test(value)) return { text: value };
	const url = HttpsUrl.safeParse(value);
	if (url.success) return { fileUrl: url.data };
	for (const issue of url.error.issues) refinement.addIssue(issue);
	return z.NEVER;
});

/** A document in the one form that a model has it in. */
export function givenField(forModel: string) {
	return field({
		displayName: 'Document',
		name: 'document',
		type: 'string',
		default: '',
		required: true,
		reader: Given,
		placeholder: 'e.g. https://example.com/contract.pdf',
		displayOptions: { show: { source: ['given'], '@tool': [true] } },
		description: 'ID of a document in Skribble, URL of a file, or text',
		forModel,
	});
}

export function readGiven(item: ItemContext): Given {
	return item.read([givenField('')]).document;
}

/** What each choice under Document From leads to; a PDF is checked before any call. */
interface SourceByKind {
	binary: { pdf: Pdf };
	base64: { pdf: Pdf };
	url: { fileUrl: string };
	document: { documentId: string };
	given: Exclude<Given, { text: string }>;
}
type SourceKind = keyof SourceByKind;
export type Source = SourceByKind[SourceKind];

type SourceReader<Kind extends SourceKind> = (
	item: ItemContext,
	limit?: SizeLimit,
) => Promise<SourceByKind[Kind]>;

const readers: { [Kind in SourceKind]: SourceReader<Kind> } = {
	binary: async (item, limit) => ({
		pdf: await pdfFromBinary(item, item.read([binarySourceField]).binaryPropertyName, { limit }),
	}),
	base64: async (item, limit) => ({
		pdf: fromBase64(item, item.read([base64SourceField]).content, { limit }),
	}),
	url: async (item) => item.read([urlSourceField]),
	document: async (item) => item.read([documentField]),
	given: async (item) => {
		const given = readGiven(item);
		if (!('text' in given)) return given;
		const message = 'is neither the ID of a document nor a URL that begins with https://';
		throw item.fault({ path: ['document'], message });
	},
};

export async function readSource<Kind extends SourceKind>(
	item: ItemContext,
	{ source, limit }: { source: Kind; limit?: SizeLimit },
): Promise<SourceByKind[Kind]> {
	return await readers[source](item, limit);
}

/** The name of the file, where it has one. */
export function fileNameOf(source: Source): string | undefined {
	if ('documentId' in source) return undefined;
	const name = 'pdf' in source ? source.pdf.fileName : fileNameIn(source.fileUrl);
	return name?.trim() || undefined;
}

/** Decoded like a form, which takes a stray % sign as it is. */
function fileNameIn(fileUrl: string): string {
	const encoded = new URL(fileUrl).pathname.split('/').pop() ?? '';
	const form = `name=${encoded.replace(/[+&]/g, encodeURIComponent)}`;
	return new URLSearchParams(form).get('name') ?? '';
}

/** For people to read. */
export function titleIn(source: Source): string | undefined {
	const fileName = fileNameOf(source);
	return fileName?.replace(/\.pdf$/i, '') || fileName;
}

export function titleOf(item: ItemContext, typed: string | undefined, source?: Source): string {
	const title = typed || (source && titleIn(source));
	if (title) return title;
	throw item.fault({
		path: ['title'],
		message: 'is empty, and the file has no name\nEnter a title, such as Rental contract.',
	});
}
