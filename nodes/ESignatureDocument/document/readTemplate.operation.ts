import { fields } from '../../shared/form/field';
import { omitUndefined } from '../../shared/network/json';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { readAnyFile } from '../../shared/prepare/anyFile';
import { anySourceFields } from '../../shared/prepare/prepare.fields';
import { describeTemplate, exampleOf } from '../../shared/templates/describe';
import { templateIn } from '../../shared/templates/fillFile';

const option: Operation['option'] = {
	name: 'Read Template',
	value: 'readTemplate',
	action: 'Read Word template',
	description: 'List the placeholders of a Word file, with an example of the data that fills them',
};

const form = fields(...anySourceFields({ displayName: 'Template From' }));

async function execute(item: ItemContext) {
	const file = await readAnyFile(item, item.read(form).source);
	const placeholders = describeTemplate(await templateIn(item, file));
	return {
		json: {
			fileName: file.part.fileName,
			placeholders: placeholders.map((one) => omitUndefined({ ...one })),
			example: exampleOf(placeholders),
		},
	};
}

export const operation: Operation = {
	option,
	fields: form,
	versions: ['v2'],
	endpoints: [],
	execute,
};
