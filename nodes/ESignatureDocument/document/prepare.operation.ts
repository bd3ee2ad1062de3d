import { fields } from '../../shared/form/field';
import { noticeField, optionsField, outputFileField, timeoutField } from '../../shared/form/fields';
import { omitUndefined } from '../../shared/network/json';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { readAnyFile } from '../../shared/prepare/anyFile';
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
	'Convert a file, such as a Word file, to a PDF that can be signed. Can also find the signers and their signature positions by tags in the text. Sends nothing to anyone';

const form = fields(
	noticeField(
		'The steps may use credits. Credit: Get Prices of the E-Signature Validation node shows the prices.',
	),
	...anySourceFields(),
	findSignersField,
	...changeFields,
	outputFileField('the PDF', { name: 'outputPropertyName' }),
	optionsField([forceField, timeoutField, waitField]),
);

async function execute(item: ItemContext) {
	const { source, findSigners, outputPropertyName, options, ...changes } = item.read(form);
	const { force } = options;
	const file = await readAnyFile(item, source);
	const { pdf, tags, warnings, ...prepared } = await prepareFile(item, file, {
		switches: switchesOf(changes, { findSigners, force }),
		timeouts: timeoutsOf(options),
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
	fields: form,
	versions: ['v1'],
	dialects: ['public'],
	endpoints: prepareEndpoints,
	done: 'prepared',
	execute,
};
