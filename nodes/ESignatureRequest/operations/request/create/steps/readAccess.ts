import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../../shared/http/call';
import type { ItemContext } from '../../../../../shared/operation/operation';
import type { SignatureRequest } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import { keptSignatures } from '../../change/keptSignature';
import { updateRequest } from '../../change/updateRequest';
import { hintOnce } from '../hintOnce';

interface WantedAccess {
	version: ApiVersion;
	rules: Rules;
	readAccess?: string[];
	/** The signers as they were sent, where they are at hand. */
	entered?: IDataObject[];
}

/**
 * The public regions know read access on update only (interface.md part 10), so it is held against the answer.
 * The request is there and right in all else: what fails here is reported, and stops nothing.
 */
export async function ensureReadAccess(
	item: ItemContext,
	created: SignatureRequest,
	wanted: WantedAccess,
): Promise<SignatureRequest> {
	const { rules, readAccess = [] } = wanted;
	const isOnCreate = rules.readAccessOn === 'create';
	// Without the list in the answer, the service has taken what was sent.
	const readers = readersOf(created) ?? (isOnCreate ? readAccess : undefined);
	const missing = missingAmong(readers, readAccess);
	if (missing.length === 0) return created;
	const signatures = keptSignatures(created, wanted);
	const isKnown = readers !== undefined && signatures !== undefined;
	const now =
		isKnown && !isOnCreate
			? await setReaders(item, created, {
					...wanted,
					readers: [...readers, ...missing],
					signatures,
				})
			: created;
	const left = now === created ? missing : missingAmong(readersOf(now) ?? missing, missing);
	if (left.length > 0) {
		const next = isKnown
			? 'Give it with Update, or in the web application.'
			: 'Give it in the web application: the service does not show all who are in the request, so a change from here could remove someone.';
		hintOnce(
			item.context,
			`The service did not give read access to ${left.join(', ')} for the request ${created.id}. ${next}`,
		);
	}
	return now;
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
		// Of this draft: one that was deleted after a failure is followed by another.
		step: `read access to ${created.id}`,
		what: 'the read access',
		done: 'Read access was given',
	});
	return await change.catch(() => created);
}

function missingAmong(readers: string[] = [], wanted: string[]): string[] {
	const known = readers.map((one) => one.toLowerCase());
	return wanted.filter((one) => !known.includes(one.toLowerCase()));
}

/** Undefined where the service does not show them. */
function readersOf({ read_access: readers }: SignatureRequest): string[] | undefined {
	return Array.isArray(readers) ? readers.map(String) : undefined;
}
