import type { ItemContext, Operation } from '../../shared/execution/operation';
import { infoEndpoint, readInfo, validationIdField } from '../../shared/validation/result';
import { judge } from '../../shared/validation/verdict';

const option: Operation['option'] = {
	name: 'Get Result Info',
	value: 'getInfo',
	action: 'Get validation result',
	description: 'Get the verdict of a validation and its reason',
};

async function execute(item: ItemContext) {
	const { validationId } = item.read([validationIdField]);
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
