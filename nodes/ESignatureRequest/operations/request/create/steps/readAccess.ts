import type { Rules } from '../../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../../shared/http/call';
import type { Turn } from '../../../../../shared/operation/operation';
import type { SignatureRequest } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import { changeRequest } from '../../../changeRequest';
import { isKnownAgain, keptSignature } from '../../update/keptSignature';
import { updateBody } from '../../update/update.body';
import { hintOnce } from '../hintOnce';

interface Wanted {
	version: ApiVersion;
	rules: Rules;
	readAccess?: string[];
}

/**
 * The public regions know read access on update only (interface.md part 10), so it is held against the answer.
 * The request is there and right in all else: what fails here is told, and stops nothing.
 */
export async function ensureReadAccess(
	turn: Turn,
	created: SignatureRequest,
	wanted: Wanted,
): Promise<SignatureRequest> {
	const missing = missingReaders(created, wanted.readAccess);
	if (missing.length === 0) return created;
	const canBeChanged = created.signatures.every((one) => isKnownAgain(one, wanted.rules));
	const now = canBeChanged ? await setReaders(turn, created, wanted) : created;
	const left = missingReaders(now, missing);
	if (left.length > 0) {
		hintOnce(
			turn.context,
			`The service did not give read access to ${left.join(', ')} for the request ${created.id}. Give it with Update, or in the web application.`,
		);
	}
	return now;
}

async function setReaders(
	{ context, itemIndex }: Turn,
	created: SignatureRequest,
	{ version, rules, readAccess = [] }: Wanted,
): Promise<SignatureRequest> {
	const readers = [...readersOf(created), ...missingReaders(created, readAccess)];
	const signatures = created.signatures.map((one) => keptSignature(one, { version, rules }));
	const body = { json: updateBody(created.id, { readAccess: readers }, { version, signatures }) };
	const change = changeRequest(context, {
		version,
		requestId: created.id,
		itemIndex,
		call: { method: 'PUT', path: '/signature-requests', body },
		step: 'read access',
		what: 'the read access',
		done: 'Read access was given',
	});
	return await change.catch(() => created);
}

function missingReaders(request: SignatureRequest, wanted: string[] = []): string[] {
	const readers = readersOf(request).map((one) => one.toLowerCase());
	return wanted.filter((one) => !readers.includes(one.toLowerCase()));
}

function readersOf({ read_access: readers }: SignatureRequest): string[] {
	return Array.isArray(readers) ? readers.map(String) : [];
}
