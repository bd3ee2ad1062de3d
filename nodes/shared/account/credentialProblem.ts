/** `address`: refused locally. The others are results of the login. */
type CredentialProblemKind =
	| 'address'
	| 'wrong-key'
	| 'rate-limited'
	| 'unreachable'
	| 'not-this-service'
	| 'unavailable';

interface Problem {
	kind: CredentialProblemKind;
	title: string;
	remedy: string;
	retryAfterMs?: number;
}

export const wrongKey = {
	title: "Skribble doesn't accept this username and API key",
	remedy:
		'Check both in the credential, and the region. If the key worked before, it may have expired. Then create a new one on the developer page of your business account.',
};

/** Why there is no token. n8n shows the message of a credential's error word for word. */
export class CredentialProblem extends Error {
	readonly kind: CredentialProblemKind;

	readonly title: string;

	readonly remedy: string;

	readonly retryAfterMs?: number;

	constructor({ kind, title, remedy, retryAfterMs }: Problem) {
		super(`${title}. ${remedy}`);
		this.name = 'CredentialProblem';
		this.kind = kind;
		this.title = title;
		this.remedy = remedy;
		this.retryAfterMs = retryAfterMs;
	}
}
