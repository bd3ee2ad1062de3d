import type { ItemContext, Operation } from '../../shared/execution/operation';
import { formatEndpoint, readFormat, validationIdField } from '../../shared/validation/result';

const option: Operation['option'] = {
	name: 'Get Format',
	value: 'getFormat',
	action: 'Get format of validated document',
	description: 'Get the file type, the PDF/A level, and the program that made the file',
};

async function execute(item: ItemContext) {
	const { validationId } = item.read([validationIdField]);
	return { json: await readFormat(item, validationId) };
}

export const operation: Operation = {
	option,
	fields: [validationIdField],
	versions: ['v1'],
	endpoints: [formatEndpoint],
	execute,
};
