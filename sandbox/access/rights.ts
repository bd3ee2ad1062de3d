import type { User } from '../state/settings.ts';

/** Who may do what with a document or a request (interface.md 2.1 and 2.5). */
interface Accessible {
	owner: string;
	readAccess: string[];
	writeAccess: string[];
}

export function canWrite(user: User, thing: Accessible): boolean {
	return thing.owner === user.username || isNamed(user, thing.writeAccess);
}

export function canRead(user: User, thing: Accessible): boolean {
	return canWrite(user, thing) || isNamed(user, thing.readAccess);
}

function isNamed(user: User, list: string[]): boolean {
	return list.some((entry) => isNameOf(user, entry));
}

export const isNameOf = ({ username, email }: User, name: string) =>
	[username, email].some((own) => own?.toLowerCase() === name.toLowerCase());

/** What a demo key makes has no legal weight (interface.md 1). */
export const isDemo = ({ username }: User) => username.startsWith('api_demo');
