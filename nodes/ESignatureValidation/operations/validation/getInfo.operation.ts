import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { infoEndpoint, readInfo, ValidationId, validationIdField } from './result';
import { judge } from './verdict';

const option: Operation['option'] = {
	name: 'Get Result Info',
	value: 'getInfo',
	action: 'Get validation result',
	description: 'Read whether the document passed, and why not',
};

async function execute(item: ItemContext) {
	const { validationId } = item.read(ValidationId);
	const info = await readInfo(item, validationId);
	return { json: { ...info, ...judge(info) } };
}

export const operation: Operation = {
	option,
	fields: [validationIdField],
	versions: ['v1'],
	endpoints: [infoEndpoint],
	execute,
};
