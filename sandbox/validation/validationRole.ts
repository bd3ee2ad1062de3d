import type { FastifyRequest } from 'fastify';
import { callerOf } from '../access/authentication.ts';
import { forbidden } from '../http/problem.ts';

/** A token of the signing interface may open this one, but only for users who have the role. */
export function requireValidationRole(
	request: FastifyRequest,
	_reply: unknown,
	done: (error?: Error) => void,
) {
	const { validation } = callerOf(request);
	done(validation ? undefined : forbidden('This key may not use the validation interface.'));
}
