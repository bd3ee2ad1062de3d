import { setBounded } from '../memory/bounded';
import type { CredentialProblem } from './credentialProblem';
import { lifetimeMs } from './token';

/** How a login ended; a value, because everybody who waits for it needs it. */
export type Outcome = { token: string } | { problem: CredentialProblem };

export interface Login {
	pending?: Promise<Outcome>;
	last?: Outcome & { atMs: number };
}

const MOST_ACCOUNTS = 1_000;
/** For a refusal, and for a token that does not say when it ends. */
const USUAL_LIFETIME_MS = 24 * 60 * 60_000;

/** The logins of one process, by account; a token is kept no longer than it lives. */
export class Logins {
	readonly #byAccount = new Map<string, Login>();

	of(account: string, nowMs: number): Login {
		for (const [name, login] of this.#byAccount) {
			if (isOver(login, nowMs)) this.#byAccount.delete(name);
		}
		const login = this.#byAccount.get(account) ?? {};
		setBounded(this.#byAccount, account, login, MOST_ACCOUNTS);
		return login;
	}

	/** When we obtained this token; undefined when somebody else has. */
	timeOf(token: string): number | undefined {
		return [...this.#byAccount.values()].find(
			({ last }) => last !== undefined && 'token' in last && last.token === token,
		)?.last?.atMs;
	}

	get size(): number {
		return this.#byAccount.size;
	}
}

function isOver({ pending, last }: Login, nowMs: number): boolean {
	if (pending || !last) return false;
	const ageMs = nowMs - last.atMs;
	const isKnown = 'token' in last && lifetimeMs(last.token) > 0;
	return ageMs >= (isKnown ? lifetimeMs(last.token) : USUAL_LIFETIME_MS);
}
