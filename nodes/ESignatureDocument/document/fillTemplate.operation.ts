import { safeFileName } from '../../shared/documents/fileName';
import { fields } from '../../shared/form/field';
import { optionsField, outputFileField } from '../../shared/form/fields';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { readAnyFile } from '../../shared/prepare/anyFile';
import { anySourceFields } from '../../shared/prepare/prepare.fields';
import { DOCX_TYPE, fillFile } from '../../shared/templates/fillFile';
import { templateFields, templateOptions } from '../../shared/templates/template.fields';

const option: Operation['option'] = {
	name: 'Fill Template',
	value: 'fillTemplate',
	action: 'Fill Word template',
	description: 'Fill the placeholders of a Word file, without sending anything to Skribble',
};

const forAgents =
	'Fill the placeholders of a Word template (.docx), such as {{customer.name}}, with values. Sends nothing to anyone';

const form = fields(
	...anySourceFields({ displayName: 'Template From' }),
	...templateFields('source'),
	outputFileField('the filled Word file', { name: 'outputPropertyName' }),
	optionsField([
		{
			displayName: 'File Name',
			name: 'outputFileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Contract Ann Lee',
			description: 'Name of the filled file. Empty means the name of the template.',
		},
		...templateOptions,
	]),
);

async function execute(item: ItemContext) {
	const { source, outputPropertyName, options } = item.read(form);
	const { file, part } = await fillFile(item, await readAnyFile(item, source));
	const [ending = '.docx'] = /\.do[ct][xm]$/i.exec(part.fileName) ?? [];
	// A filled template is no template any more.
	const fileName = safeFileName(
		(options.outputFileName ?? part.fileName).replace(/\.do[ct][xm]$/i, ''),
		ending.toLowerCase().replace('dot', 'doc'),
	);
	const bytes = 'bytes' in file ? file.bytes : Buffer.alloc(0);
	const filled = await item.context.helpers.prepareBinaryData(bytes, fileName, DOCX_TYPE);
	return {
		json: { fileName, size: file.sizeBytes },
		binary: { [outputPropertyName]: filled },
	};
}

export const operation: Operation = {
	option,
	forAgents,
	fields: form,
	versions: ['v2'],
	endpoints: [],
	execute,
};
