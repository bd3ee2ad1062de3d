import { setBounded } from '../memory/bounded';
import type { CredentialProblem } from './credentialProblem';
import type { TokenClock } from './token';

export interface Obtained {
	token: string;
	clock?: TokenClock;
}

/** How a login ended; a value, because every call that waits for it needs it. */
export type LoginOutcome = Obtained | { problem: CredentialProblem };

export interface Login {
	pending?: Promise<LoginOutcome>;
	last?: LoginOutcome & { atMs: number };
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

	get size(): number {
		return this.#byAccount.size;
	}
}

function isOver({ pending, last }: Login, nowMs: number): boolean {
	if (pending || !last) return false;
	const ageMs = nowMs - last.atMs;
	const lifetimeMs = 'token' in last ? last.clock?.lifetimeMs : undefined;
	return ageMs >= (lifetimeMs ?? USUAL_LIFETIME_MS);
}
