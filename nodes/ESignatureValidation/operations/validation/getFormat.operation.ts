import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { formatEndpoint, readFormat, ValidationId, validationIdField } from './result';

const option: Operation['option'] = {
	name: 'Get Format',
	value: 'getFormat',
	action: 'Get format of validated document',
	description: 'Read the file type, the PDF/A level and the program that made the file',
};

async function execute(item: ItemContext) {
	const { validationId } = item.read(ValidationId);
	return { json: await readFormat(item, validationId) };
}

export const operation: Operation = {
	option,
	fields: [validationIdField],
	versions: ['v1'],
	endpoints: [formatEndpoint],
	execute,
};
