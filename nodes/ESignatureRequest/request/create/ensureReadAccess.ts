import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../shared/account/dialect';
import type { ApiVersion } from '../../../shared/client/call';
import type { ItemContext } from '../../../shared/execution/operation';
import { hintOnce } from '../../../shared/execution/output';
import type { SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import { signaturesToKeep, updateRequest } from '../update/updateRequest';

interface Access {
	version: ApiVersion;
	rules: Rules;
	readAccess?: string[];
	/** If they are known. */
	sentSignatures?: IDataObject[];
}

/**
 * The public regions accept read access only in an update (interface.md part 10), so the answer is checked. Everything
 * else about the request is right. So a failure here becomes a hint, not an error.
 */
export async function ensureReadAccess(
	item: ItemContext,
	created: SignatureRequest,
	access: Access,
): Promise<SignatureRequest> {
	const { rules, readAccess = [] } = access;
	const isOnCreate = rules.readAccessOn === 'create';
	// Without the list in the answer, the service took the addresses that were sent.
	const readers = readersOf(created) ?? (isOnCreate ? readAccess : undefined);
	const missing = missingAmong(readers, readAccess);
	if (missing.length === 0) return created;
	const signatures = signaturesToKeep(created, access);
	const isKnown = readers !== undefined && signatures !== undefined;
	const result =
		isKnown && !isOnCreate
			? await setReaders(item, created, {
					...access,
					readers: [...readers, ...missing],
					signatures,
				})
			: created;
	const stillMissing =
		result === created ? missing : missingAmong(readersOf(result) ?? missing, missing);
	if (stillMissing.length > 0) {
		const remedy = isKnown
			? 'Add it with Update, or in the web application.'
			: "Add it in the web application. A change from n8n could remove signers that Skribble doesn't show.";
		hintOnce(
			item.context,
			`Skribble didn't give ${stillMissing.join(', ')} read access to the request ${created.id}. ${remedy}`,
		);
	}
	return result;
}

async function setReaders(
	{ context, itemIndex }: ItemContext,
	created: SignatureRequest,
	{
		version,
		readers,
		signatures,
	}: { version: ApiVersion; readers: string[]; signatures: IDataObject[] },
): Promise<SignatureRequest> {
	const change = updateRequest(context, {
		version,
		requestId: created.id,
		itemIndex,
		changes: { readAccess: readers },
		signatures,
		// Named after the draft: if a failure deleted it, the next attempt creates another one.
		step: `read access to ${created.id}`,
		what: 'the read access',
		done: 'Read access was given',
	});
	return await change.catch(() => created);
}

function missingAmong(readers: string[] = [], required: string[]): string[] {
	const known = readers.map((one) => one.toLowerCase());
	return required.filter((one) => !known.includes(one.toLowerCase()));
}

/** Undefined if the service does not show them. */
function readersOf({ read_access: readers }: SignatureRequest): string[] | undefined {
	return Array.isArray(readers) ? readers.map(String) : undefined;
}
