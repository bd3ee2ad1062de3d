import { Document, getDocument, findDocument } from '../../shared/documents/documentCalls';
import { callTo } from '../../shared/client/call';
import type { Endpoint } from '../../shared/client/call';
import { fields } from '../../shared/form/field';
import {
	documentField,
	optionsField,
	outputFileField,
	timeoutField,
} from '../../shared/form/fields';
import { HIGHEST_COUNT } from '../../shared/form/readers';
import { omitUndefined } from '../../shared/network/json';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { downloadImage } from './downloadImage';

const option: Operation['option'] = {
	name: 'Get Page Image',
	value: 'getPageImage',
	action: 'Get image of page',
	description: 'Get an image of a page, for a preview in a chat or an email',
};

const form = fields(
	documentField,
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: HIGHEST_COUNT, numberPrecision: 0 },
		default: 1,
		required: true,
		description: 'Counted from 1',
		forModel: 'Page, counted from 1',
	},
	outputFileField('the image'),
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. preview',
			description: "Without the extension. Empty means the document's title and the page number.",
		},
		{
			displayName: 'Scale (Percent)',
			name: 'scale',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1_000 },
			default: 100,
			description: '100 is the full size, 20 a thumbnail',
		},
		timeoutField,
	]),
);

const getPage: Endpoint = { method: 'GET', path: '/documents/{document}/pages/{page}' };

/** People count pages from 1, the service from 0 (interface.md 4.2). */
async function execute(item: ItemContext) {
	const { context, itemIndex, version } = item;
	const { documentId: id, page, binaryPropertyName, options } = item.read(form);
	const document = await findDocument(context, { version, documentId: id, itemIndex }, Document);
	const { title, page_count: pages } = document ?? {};
	if (typeof pages === 'number' && page > pages) throw beyondTheEnd(item, pages);

	const { fileName, scale, timeoutSeconds } = options;
	const image = await downloadImage(context, {
		call: {
			...callTo(getPage, id, String(page - 1)),
			version,
			itemIndex,
			query: omitUndefined({ scale }),
			timeoutSeconds,
		},
		name: fileName || `${(title ?? id).replace(/\.pdf$/i, '')}-page-${page}`,
	});
	return {
		json: omitUndefined({ id, title, page, page_count: pages }),
		binary: { [binaryPropertyName]: image },
	};
}

function beyondTheEnd(item: ItemContext, pages: number) {
	const amount = pages === 1 ? 'one page' : `${pages} pages`;
	return item.fault({
		path: ['page'],
		message: `doesn't exist: the document has ${amount}\nEnter a smaller number.`,
	});
}

export const operation: Operation = {
	option,
	forAgents: 'Check that a document has a page. You get no image',
	fields: form,
	endpoints: [getPage, getDocument],
	execute,
};
