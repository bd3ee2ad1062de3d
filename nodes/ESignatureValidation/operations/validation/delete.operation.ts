import { deleteAt } from '../../../shared/http/deletion';
import { noticeField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { resultCall, resultEndpoint, ValidationId, validationIdField } from './result';

const option: Operation['option'] = {
	name: 'Delete Result',
	value: 'delete',
	action: 'Delete validation result',
	description: 'Remove a result before its ten minutes are over',
};

const forAgents = 'Delete the result of a validation for good; this cannot be undone';

const endpoint = resultEndpoint('/validate/{id}', {
	method: 'DELETE',
	lostAnswer:
		'Look with Get Result Info of the E-Signature Validation node: a result that the service does not have any more is deleted. It goes by itself after ten minutes.',
});

async function execute(item: ItemContext) {
	const { validationId } = item.read(ValidationId);
	await deleteAt(item.context, resultCall(item, endpoint, validationId));
	return { json: { deleted: true } };
}

export const operation: Operation = {
	option,
	forAgents,
	fields: [noticeField('A deleted result is gone for good.'), validationIdField],
	versions: ['v1'],
	endpoints: [endpoint],
	done: 'deleted',
	execute,
};
