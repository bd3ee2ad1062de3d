import type { Operation, Turn } from '../../../shared/operation/operation';
import { callService, isRefused, refuse } from '../../../shared/http/transport';
import type { Call } from '../../../shared/http/call';
import { resultCall, ValidationId, validationIdField } from './result';

const option: Operation['option'] = {
	name: 'Delete Result',
	value: 'delete',
	action: 'Delete the result of a validation',
	description: 'Remove a result before its ten minutes are over',
};

async function execute(turn: Turn) {
	const { validationId } = turn.read(ValidationId);
	const call: Call = {
		...resultCall(turn, `/validate/${validationId}`),
		method: 'DELETE',
		repeatable: true,
		alsoAccept: [404],
	};
	const answer = await callService(turn.context, call);
	// After an attempt without an answer, gone is what it should be.
	if (isRefused(answer) && answer.attempts === 1) throw refuse(turn.context, call, answer);
	return { json: { deleted: true } };
}

export const deleteResult: Operation = { option, fields: [validationIdField], execute };
