import { badRequest } from '../http/problem.ts';
import type { Settings } from '../state/settings.ts';

type Known = Pick<Settings, 'accounts' | 'users'>;

/** Everyone else signs by identity data (interface.md 2.2). */
export function hasAccount(email: string, { accounts, users }: Known): boolean {
	const known = [...accounts, ...users.flatMap((user) => user.email ?? [])];
	return known.some((other) => other.toLowerCase() === email.toLowerCase());
}

/** Refuses callers without an account; an API user has one by its name. */
export function requireAccounts(field: string, names: string[] | undefined, known: Known) {
	const isApiUser = (name: string) => known.users.some(({ username }) => username === name);
	const stranger = names?.find((name) => !isApiUser(name) && !hasAccount(name, known));
	if (stranger !== undefined) throw badRequest(`${field}: "${stranger}" has no account.`);
}
