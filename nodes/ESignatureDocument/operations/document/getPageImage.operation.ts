import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { Document } from '../../../shared/document/document.schema';
import { getDocument } from '../../../shared/document/endpoints';
import { lookUp } from '../../../shared/document/lookUp';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import {
	documentField,
	HIGHEST_COUNT,
	optionsField,
	outputFileField,
	timeoutField,
} from '../../../shared/operation/fields';
import { numberIn } from '../../../shared/operation/form.schema';
import { omitUndefined } from '../../../shared/operation/omit';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import {
	ApiVersion,
	Count,
	RequiredText,
	Text,
	TimeoutSeconds,
	Uuid,
} from '../../../shared/operation/scalars.schema';
import { downloadImage } from './downloadImage';

const option: Operation['option'] = {
	name: 'Get Page Image',
	value: 'getPageImage',
	action: 'Get image of page',
	description: 'Show a page as an image, for a preview in a chat or an email',
};

const scales = { min: 1, max: 1_000 };

const fields: INodeProperties[] = [
	documentField,
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: HIGHEST_COUNT },
		default: 1,
		required: true,
		description: 'The page to show, counted from 1',
	},
	outputFileField('the image'),
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. preview',
			description:
				'Name of the file without its ending, which follows from what the service sends. Empty means the title of the document and the page.',
		},
		{
			displayName: 'Scale (Percent)',
			name: 'scale',
			type: 'number',
			typeOptions: { minValue: scales.min, maxValue: scales.max },
			default: 100,
			description: 'Size of the image. 100 is the full size, 20 a thumbnail.',
		},
		timeoutField,
	]),
];

const getPage: Endpoint = { method: 'GET', path: '/documents/{document}/pages/{page}' };

const Parameters = z.object({
	apiVersion: ApiVersion,
	documentId: Uuid,
	page: Count,
	binaryPropertyName: RequiredText,
	options: z.object({
		fileName: Text.optional(),
		scale: numberIn(scales).optional(),
		timeoutSeconds: TimeoutSeconds.optional(),
	}),
});

/** People count pages from 1, the service from 0 (interface.md 4.2). */
async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const { page, binaryPropertyName, options, ...ref } = item.read(Parameters);
	const { documentId: id, apiVersion: version } = ref;
	const known = await lookUp(context, { version, documentId: id, itemIndex }, Document);
	const { title, page_count: pages } = known ?? {};
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
	return item.fault({ path: ['page'], message: `does not exist: the document has ${amount}` });
}

export const operation: Operation = {
	option,
	fields,
	endpoints: [getPage, getDocument],
	execute,
};
