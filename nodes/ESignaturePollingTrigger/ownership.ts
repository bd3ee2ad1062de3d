import { foldName } from '../shared/account/name';
import type { SignatureRequest } from '../shared/signatureRequest/signatureRequest.schema';

/**
 * Whether the account may do more than read the request. Where the service shows the owner or the writers not,
 * nobody knows, and it counts as ours. With `creator`, a person owns what the API user made and may write.
 */
export function isOwn(
	{ owner, write_access: writers }: SignatureRequest,
	username: string,
): boolean {
	if (typeof owner !== 'string' || !Array.isArray(writers)) return true;
	const names = [owner, ...(writers as unknown[])].map((name) => foldName(String(name)));
	return names.includes(foldName(username));
}
