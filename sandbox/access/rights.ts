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
	const names = [user.username, user.email].map((name) => name?.toLowerCase());
	return list.some((entry) => names.includes(entry.toLowerCase()));
}

/** What a demo key makes has no legal weight (interface.md 1). */
export const isDemo = ({ username }: User) => username.startsWith('api_demo');
