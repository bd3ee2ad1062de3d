import { isDemo } from '../../access/rights.ts';
import type { Context } from '../../state/context.ts';
import { given } from '../../state/given.ts';
import { invite, note, take } from '../lifecycle/lifecycle.ts';
import { readExpiresAt } from './newRequest.ts';
import { badRequest } from '../../http/problem.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { User } from '../../state/settings.ts';
import type { ChangedRequestBody, SignerBody } from './signatureRequest.schema.ts';
import { requireStatus } from '../lifecycle/steps.ts';
import { checkPlaces, checkSequences, readSigner } from './signers.ts';
import type { Version } from '../../state/version.ts';

/** Members that are left out stay as they are; signers that are left out are removed. */
export function changeRequest(
	body: ChangedRequestBody,
	request: RequestRecord,
	caller: User,
	context: Context,
) {
	requireStatus(request, ['DRAFT', 'OPEN']);
	if (body.owner !== undefined && body.owner !== request.owner) {
		throw badRequest('owner: cannot be changed.');
	}
	if (body.expires_at !== undefined) {
		requireStatus(request, ['DRAFT']);
		readExpiresAt(body.expires_at, request.autoDeleteAt, context);
	}
	const signatures = body.signatures && changedSignatures(body.signatures, request, context);

	const { callbackUrls } = request;
	Object.assign(
		request,
		given({
			title: body.title,
			message: body.message,
			custom: body.custom,
			readAccess: body.read_access,
			writeAccess: body.write_access,
			ccEmailAddresses: body.cc_email_addresses,
			attachOnSuccess: body.attach_on_success,
			quality: isDemo(caller) ? undefined : body.quality,
			legislation: body.legislation,
			expiresAt: body.expires_at,
			callbackUrls: {
				success: body.callback_success_url ?? callbackUrls.success,
				update: body.callback_update_url ?? callbackUrls.update,
				error: body.callback_error_url ?? callbackUrls.error,
			},
		}),
	);
	note(request, 'update', context, caller.username);
	if (signatures) replaceSignatures(request, signatures, context, caller);
}

function changedSignatures(
	bodies: SignerBody[],
	request: RequestRecord,
	context: Context,
): Signature[] {
	const left = [...request.signatures];
	const signatures = bodies.flatMap((body) => {
		const index = left.findIndex((signature) => isSame(signature, body));
		const [known] = index === -1 ? [] : left.splice(index, 1);
		if (!known) return readSigner(body, context.settings);
		return known.status === 'OPEN' ? { ...known, ...changesOf(body) } : known;
	});
	const finished = left.find(({ status }) => status !== 'OPEN');
	if (finished) throw badRequest(`signatures: one that is ${finished.status} cannot be removed.`);
	checkSequences({ version: request.version, signatures });
	checkAllPlaces(signatures, request, context);
	return signatures;
}

function changesOf(body: SignerBody): Partial<Signature> {
	return given({
		order: body.sequence ?? body.order,
		language: body.language,
		visual: body.visual_signature,
		notify: body.notify,
	});
}

function isSame(signature: Signature, body: SignerBody): boolean {
	if (body.sid !== undefined) return signature.id === body.sid;
	return signature.email === (body.account_email ?? body.signer_email_address);
}

/** Removals go through the state machine: what remains may be signed by everyone. */
function replaceSignatures(
	request: RequestRecord,
	signatures: Signature[],
	context: Context,
	caller: User,
) {
	const kept = new Set(signatures.map(({ id }) => id));
	const removed = request.signatures.filter(({ id }) => !kept.has(id));
	request.signatures = [...signatures, ...removed];
	for (const { id } of removed) {
		take({ kind: 'remove', signatureId: id }, request, context, caller.username);
	}
	invite(request, context);
}

export function addSigner(
	body: SignerBody,
	version: Version,
	request: RequestRecord,
	caller: User,
	context: Context,
): Signature[] {
	requireStatus(request, version === 'v3' ? ['DRAFT', 'OPEN'] : ['OPEN']);
	const added = readSigner(body, context.settings);
	checkSequences({ version: request.version, signatures: [...request.signatures, ...added] });
	checkAllPlaces(added, request, context);
	request.signatures.push(...added);
	note(request, 'add signer', context, caller.username);
	invite(request, context);
	return added;
}

function checkAllPlaces(signatures: Signature[], request: RequestRecord, { store }: Context) {
	const documents = request.documentIds.flatMap((id) => store.document(id) ?? []);
	for (const signature of signatures) {
		if (signature.status === 'OPEN') checkPlaces(signature, documents);
	}
}
