import { deleteAt } from '../../shared/client/callService';
import { noticeField } from '../../shared/form/fields';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { resultCall, resultEndpoint, validationIdField } from '../../shared/validation/result';

const option: Operation['option'] = {
	name: 'Delete Result',
	value: 'delete',
	action: 'Delete validation result',
	description: 'Delete a result now. Skribble deletes it automatically after ten minutes.',
};

const forAgents = "Delete the result of a validation for good. This can't be undone";

const endpoint = resultEndpoint('/validate/{id}', {
	method: 'DELETE',
	howToCheck:
		'Check with Get Result Info of the E-Signature Validation node. Skribble deletes every result after ten minutes.',
});

async function execute(item: ItemContext) {
	const { validationId } = item.read([validationIdField]);
	await deleteAt(item.context, resultCall(item, endpoint, validationId));
	return { json: { deleted: true } };
}

export const operation: Operation = {
	option,
	forAgents,
	fields: [noticeField("You can't restore a deleted result."), validationIdField],
	versions: ['v1'],
	endpoints: [endpoint],
	done: 'deleted',
	execute,
};
