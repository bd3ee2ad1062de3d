import { deleteAt } from '../../../shared/http/deletion';
import { noticeField } from '../../../shared/operation/fields';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { resultCall, ValidationId, validationIdField } from './result';

const option: Operation['option'] = {
	name: 'Delete Result',
	value: 'delete',
	action: 'Delete validation result',
	description: 'Remove a result before its ten minutes are over',
};

const forAgents = 'Delete the result of a validation for good; this cannot be undone';

async function execute(turn: Turn) {
	const { validationId } = turn.read(ValidationId);
	await deleteAt(turn.context, resultCall(turn, `/validate/${validationId}`));
	return { json: { deleted: true } };
}

export const deleteResult: Operation = {
	option,
	forAgents,
	fields: [noticeField('A deleted result is gone for good.'), validationIdField],
	versions: ['v1'],
	done: 'deleted',
	execute,
};
