import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import {
	noticeField,
	optionsField,
	outputFileField,
	timeoutField,
} from '../../../shared/operation/fields';
import { omitUndefined } from '../../../shared/operation/omit';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Flag, oneOf, RequiredText } from '../../../shared/operation/scalars.schema';
import { anySources, readAnyFile } from '../../../shared/tooling/anyFile';
import { prepareEndpoints } from '../../../shared/tooling/endpoints';
import {
	anySourceFields,
	changeFields,
	changeShape,
	findSignersField,
	forceField,
	patienceOf,
	patienceShape,
	switchesOf,
	waitField,
} from '../../../shared/tooling/prepare.fields';
import { prepareFile, withWarnings } from '../../../shared/tooling/prepareFile';
import { readTags } from '../../../shared/tooling/readTags';
import { byEmail } from '../../../shared/tooling/tags';

const option: Operation['option'] = {
	name: 'Prepare',
	value: 'prepare',
	action: 'Prepare file for signing',
	description:
		'Turn a Word file, an image or a text into a PDF, find its signers by tags, or make it PDF/A',
};

const forAgents =
	'Turn a file, such as a Word file, into a PDF that can be signed. It can also find out who signs where, by tags in the text. Nothing is sent to anyone';

const fields: INodeProperties[] = [
	noticeField(
		'The steps may use credits. Credit: Get Prices of the E-Signature Validation node shows how many.',
	),
	...anySourceFields(),
	findSignersField,
	...changeFields,
	outputFileField('the PDF', { name: 'outputPropertyName' }),
	optionsField([forceField, timeoutField, waitField]),
];

const Parameters = z.object({
	source: oneOf(...anySources),
	findSigners: Flag,
	...changeShape,
	outputPropertyName: RequiredText,
	options: z.object({ force: Flag, ...patienceShape }),
});

async function execute(item: ItemContext) {
	const { source, findSigners, outputPropertyName, options, ...form } = item.read(Parameters);
	const { force } = options;
	const file = await readAnyFile(item, source);
	const { pdf, tags, warnings, ...prepared } = await prepareFile(item, file, {
		switches: switchesOf(form, { findSigners, force }),
		patience: patienceOf(options),
	});
	const read = async () => tags && (await readTags(item, pdf, tags));
	const people = await withWarnings(warnings, read);
	const { warnings: ofTags = [], ...found } = people ? byEmail(people) : {};
	return {
		json: omitUndefined({
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

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v1'],
	dialects: ['public'],
	endpoints: prepareEndpoints,
	done: 'prepared',
	execute,
};
