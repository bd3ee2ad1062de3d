import type { ItemContext, Operation } from '../../shared/execution/operation';
import { validateFields } from './validate.fields';
import { validateEndpoints } from '../../shared/validation/validateOnce';
import { readFileToValidate, failureOutput, validateFile } from './validateFile';

const option: Operation['option'] = {
	name: 'Validate Document',
	value: 'validate',
	action: 'Validate document',
	description: 'Check whether a PDF or XML file is unchanged and its signatures are valid',
};

async function execute(item: ItemContext) {
	const { source, ...choices } = item.read(validateFields);
	const file = await readFileToValidate(item, { source, what: 'document' });
	return await validateFile(item, { what: 'document', file, ...choices });
}

export const operation: Operation = {
	option,
	fields: validateFields,
	versions: ['v1'],
	endpoints: validateEndpoints('document'),
	done: 'validated',
	execute,
	failureOutput,
};
