import { isToolType } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';

import { pdfFromBinary } from '../../shared/documents/document';
import { Document, upload, uploadDocument } from '../../shared/documents/documentCalls';
import { sendOnce } from '../../shared/execution/checkpoints';
import { fields } from '../../shared/form/field';
import type { Field } from '../../shared/form/field';
import { noticeField, optionsField, outputFileField, timeoutField } from '../../shared/form/fields';
import { omitUndefined } from '../../shared/network/json';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { readAnyFile } from '../../shared/prepare/anyFile';
import { fillFile } from '../../shared/templates/fillFile';
import { templateFields, templateOptions } from '../../shared/templates/template.fields';
import { prepareEndpoints } from '../../shared/prepare/tooling';
import {
	anySourceFields,
	changeFields,
	findSignersField,
	forceField,
	switchesOf,
	timeoutsOf,
	waitField,
} from '../../shared/prepare/prepare.fields';
import { prepareFile, withWarnings } from '../../shared/prepare/prepareFile';
import { readTags, byEmail } from '../../shared/prepare/tags';

const option: Operation['option'] = {
	name: 'Prepare',
	value: 'prepare',
	action: 'Prepare file for signing',
	description:
		'Convert a Word file, an image, or a text to PDF, find signers by tags, or make it PDF/A',
};

const forAgents =
	'Convert a file, such as a Word file, to a PDF and store it in Skribble. Returns the documentId to create a request with. Sends nothing to anyone';

const ifFilled = <F extends Field>(one: F): F => {
	const show = { ...one.displayOptions?.show, '/fillTemplate': [true] };
	return { ...one, displayOptions: { show } };
};

const form = fields(
	noticeField(
		'The steps may use credits. Credit: Get Prices of the E-Signature Validation node shows the prices.',
	),
	...anySourceFields(),
	{
		displayName: 'Fill Word Template',
		name: 'fillTemplate',
		type: 'boolean',
		default: false,
		description: 'Whether to fill the placeholders of a Word file first',
	},
	...templateFields('source').map(ifFilled),
	findSignersField,
	...changeFields,
	outputFileField('the PDF', { name: 'outputPropertyName' }),
	optionsField([forceField, timeoutField, waitField, ...templateOptions.map(ifFilled)]),
);

async function execute(item: ItemContext) {
	const { source, fillTemplate, findSigners, outputPropertyName, options, ...changes } =
		item.read(form);
	const { force } = options;
	const given = await readAnyFile(item, source);
	const file = fillTemplate ? await fillFile(item, given) : given;
	const { pdf, tags, warnings, ...prepared } = await prepareFile(item, file, {
		switches: switchesOf(changes, { findSigners, force }),
		timeouts: timeoutsOf(options),
	});
	const read = async () => tags && (await readTags(item, pdf, tags));
	const people = await withWarnings(warnings, read);
	const { warnings: ofTags = [], ...found } = people ? byEmail(people) : {};
	const isTool = isToolType(item.context.getNode().type);
	return {
		json: omitUndefined({
			documentId: isTool ? await store(item, pdf) : undefined,
			fileName: pdf.fileName,
			...prepared,
			originalSize: file.file.sizeBytes,
			size: pdf.bytes,
			...found,
			warnings: [...warnings, ...ofTags],
		}),
		binary: { [outputPropertyName]: pdf },
	};
}

/** A tool's result has no file, so it stays in Skribble. */
async function store(item: ItemContext, binary: IBinaryData): Promise<string> {
	const { context, itemIndex } = item;
	const { id } = await sendOnce(context, itemIndex, {
		what: 'the prepared document',
		send: async () => {
			const source = { pdf: await pdfFromBinary(item, binary) };
			const about = { title: binary.fileName ?? 'Document' };
			return await upload(context, { version: 'v2', about, source, itemIndex }, Document);
		},
	});
	return id;
}

export const operation: Operation = {
	option,
	forAgents,
	fields: form,
	versions: ['v1'],
	dialects: ['public'],
	endpoints: [...prepareEndpoints, uploadDocument],
	done: 'prepared',
	execute,
};
