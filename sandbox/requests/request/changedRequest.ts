import { isDemo } from '../../access/rights.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf, type Traits } from '../../state/dialect.ts';
import { newestOf } from './documentVersions.ts';
import { omitUndefined } from '../../state/omitUndefined.ts';
import { invite, note, applyTransition } from '../lifecycle/lifecycle.ts';
import { checkNames, readExpiresAt } from './newRequest.ts';
import { badRequest, forbidden } from '../../http/problem.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { User } from '../../state/settings.ts';
import type { ChangedRequestBody, SignerBody } from './signatureRequest.schema.ts';
import { requireStatus } from '../lifecycle/transitions.ts';
import { checkPlaces, checkSequences, documentsOf, readIdentity, readSigner } from './signers.ts';
import type { Version } from '../../state/version.ts';

/** Members that are left out stay as they are; signers that are left out are removed. */
export function changeRequest(
	body: ChangedRequestBody,
	version: Version,
	request: RequestRecord,
	caller: User,
	context: Context,
) {
	requireStatus(request, ['DRAFT', 'OPEN']);
	requireNobodySigned(request, version, context);
	checkNames(body, version, context.settings);
	if (body.owner !== undefined && body.owner !== request.owner) {
		throw badRequest('owner: cannot be changed.');
	}
	if (body.expires_at !== undefined) {
		requireStatus(request, ['DRAFT']);
		readExpiresAt(body.expires_at, request.autoDeleteAt, context);
	}
	const signatures =
		body.signatures && changedSignatures(body.signatures, version, request, context);

	const { callbackUrls } = request;
	Object.assign(
		request,
		omitUndefined({
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
	version: Version,
	request: RequestRecord,
	context: Context,
): Signature[] {
	const left = [...request.signatures];
	const { signersKnownBy } = traitsOf(context.settings.dialect, version);
	const isSame = SAME_SIGNER[signersKnownBy];
	const signatures = bodies.flatMap((body) => {
		if (signersKnownBy === 'identity' && body.signer_group_id !== undefined) {
			return changedGroup(body, left, request, context);
		}
		const index = left.findIndex((signature) => isSame(signature, body));
		const [known] = index === -1 ? [] : left.splice(index, 1);
		if (!known) return readSigner(body, context.settings);
		return known.status === 'OPEN' ? { ...known, ...changesOf(body) } : known;
	});
	const finished = left.find(({ status }) => status !== 'OPEN');
	if (finished) throw badRequest(`signatures: one that is ${finished.status} cannot be removed.`);
	checkSequences({ version: request.version, signatures });
	const placed = signatures.map((one) => onNewest(one, request, context));
	checkAllPlaces(placed, request, context);
	return placed;
}

/** A group stays as it is, however often it is named; its members are taken from those left. */
function changedGroup(
	body: SignerBody,
	left: Signature[],
	{ signatures }: RequestRecord,
	{ settings }: Context,
): Signature[] {
	const members = signatures.filter(({ groupId }) => groupId === body.signer_group_id);
	if (members.length === 0) return readSigner(body, settings);
	const named = members.filter((one) => left.includes(one));
	for (const one of named) left.splice(left.indexOf(one), 1);
	return named.map((one) => ({ ...one, ...changesOf(body) }));
}

function changesOf(body: SignerBody): Partial<Signature> {
	return omitUndefined({
		order: body.sequence ?? body.order,
		language: body.language,
		visual: body.visual_signature,
		documents: documentsOf(body),
		notify: body.notify,
	});
}

/** Whether a body means a person who is already in the request. */
const SAME_SIGNER: Record<
	Traits['signersKnownBy'],
	(signature: Signature, body: SignerBody) => boolean
> = {
	sid: ({ id, email }, body) =>
		body.sid === undefined
			? email === (body.account_email ?? body.signer_email_address)
			: id === body.sid,
	identity: ({ email, identity }, body) => {
		if (!identity) return email === body.account_email;
		const named = readIdentity(body.signer_identity_data, body.account_email);
		return (['email', 'firstName', 'lastName', 'mobileNumber'] as const).every(
			(member) => named[member] === identity[member],
		);
	},
};

function requireNobodySigned(request: RequestRecord, version: Version, { settings }: Context) {
	if (traitsOf(settings.dialect, version).changesAfterSignature) return;
	if (!request.signatures.some(({ status }) => status === 'SIGNED')) return;
	throw forbidden('Someone has signed: the request cannot be changed any more.');
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
	// While the one before is removed, it may be their turn for a moment.
	for (const one of removed) one.invited = true;
	for (const { id } of removed) {
		applyTransition({ kind: 'remove', signatureId: id }, request, context, caller.username);
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
	const added = readSigner(body, context.settings).map((one) => onNewest(one, request, context));
	checkSequences({ version: request.version, signatures: [...request.signatures, ...added] });
	checkAllPlaces(added, request, context);
	request.signatures.push(...added);
	note(request, 'add signer', context, caller.username);
	invite(request, context);
	return added;
}

/** A document is named by the id that the request shows, or by any earlier one. */
function onNewest(signature: Signature, request: RequestRecord, context: Context): Signature {
	const documents = signature.documents?.map((place) => ({
		...place,
		documentId: newestOf(place.documentId, request, context),
	}));
	return documents ? { ...signature, documents } : signature;
}

function checkAllPlaces(signatures: Signature[], request: RequestRecord, { store }: Context) {
	const documents = request.documentIds.flatMap((id) => store.document(id) ?? []);
	for (const signature of signatures) {
		if (signature.status === 'OPEN') checkPlaces(signature, documents);
	}
}
