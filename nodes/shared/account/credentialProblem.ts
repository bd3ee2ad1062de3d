/** `address`: refused locally; the others say how the login went. */
type CredentialProblemKind =
	| 'address'
	| 'wrong-key'
	| 'rate-limited'
	| 'unreachable'
	| 'not-this-service'
	| 'unavailable';

/**
 * Why no token could be had. n8n shows the message of an error thrown by a credential word for word,
 * so the message says what happened and what to do.
 */
export class CredentialProblem extends Error {
	readonly kind: CredentialProblemKind;

	readonly retryAfterMs?: number;

	constructor(problem: { kind: CredentialProblemKind; message: string; retryAfterMs?: number }) {
		super(problem.message);
		this.name = 'CredentialProblem';
		this.kind = problem.kind;
		this.retryAfterMs = problem.retryAfterMs;
	}
}
