import { randomUUID } from 'node:crypto';
import { hasAccount } from '../../access/accounts.ts';
import { positionsOf } from '../../documents/drawn.ts';
import { faultOf } from '../../documents/place.ts';
import type { PdfFacts } from '../../pdf/file/read.ts';
import { badRequest, featureNotEnabled } from '../../http/problem.ts';
import type { Identity, RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { Settings } from '../../state/settings.ts';
import type { SignerBody } from './signatureRequest.schema.ts';
import type { VisualSignature } from '../../state/visualSignature.schema.ts';

/** Reads signers as callers write them (interface.md 2.2). A group becomes one entry per member. */
export function readSigner(body: SignerBody, settings: Settings): Signature[] {
	const common = {
		order: body.sequence ?? body.order ?? -1,
		notify: body.notify ?? true,
		language: body.language ?? body.signer_identity_data?.language,
		visual: body.visual_signature,
		documents: documentsOf(body),
	};
	if (body.signer_group_id !== undefined) {
		const groupId = body.signer_group_id;
		return groupMembers(groupId, settings).map((email) => ({
			...newSignature('account', email),
			...common,
			groupId,
		}));
	}
	return [{ ...readPerson(body, settings), ...common }];
}

export const documentsOf = ({ document_signatures: entries }: SignerBody) =>
	entries?.map((entry) => ({
		documentId: entry.document_id,
		visual: entry.visual_signature ?? undefined,
	}));

function readPerson(body: SignerBody, settings: Settings): Signature {
	const email = body.account_email ?? body.signer_email_address;
	const data = body.signer_identity_data;
	if (data?.identification_require_evidence && !settings.features.expressQes) {
		throw featureNotEnabled('Express QES');
	}
	if (email === undefined && !data) throw badRequest('signatures.sid: is not in this request.');
	const invitesAccount = email !== undefined && (!data || hasAccount(email, settings));
	if (invitesAccount) return newSignature('account', email);
	return {
		...newSignature('identity', `${randomUUID()}@no-account.invalid`),
		identity: readIdentity(data, email),
	};
}

export function readIdentity(
	data: SignerBody['signer_identity_data'],
	email: string | undefined,
): Identity {
	return {
		firstName: data?.first_name,
		lastName: data?.last_name,
		email: data?.email_address ?? email,
		mobileNumber: data?.mobile_number,
		reference: data?.identity_reference,
		needsEvidence: data?.identification_require_evidence,
	};
}

function newSignature(kind: Signature['kind'], email: string): Signature {
	return { id: randomUUID(), kind, email, order: -1, status: 'OPEN', notify: true, invited: false };
}

export function groupMembers(id: string, { features, groups }: Settings): string[] {
	if (!features.groups) throw featureNotEnabled('groups');
	const group = groups.find((one) => one.id === id);
	if (!group) throw badRequest(`group: there is no group "${id}".`);
	return group.members;
}

/** Later versions count 1..n without gaps over all signers, or not at all. */
export function checkSequences({
	version,
	signatures,
}: Pick<RequestRecord, 'version' | 'signatures'>) {
	const orders = new Set(signatures.map(({ order }) => order));
	if (version === 'v1' || (orders.size === 1 && orders.has(-1))) return;
	for (let expected = 1; expected <= orders.size; expected += 1) {
		if (!orders.has(expected)) {
			throw badRequest(
				'signatures.sequence: must count from 1 without gaps, for all signers or none.',
			);
		}
	}
}

/** A place that the document does not have is refused now, not when the person signs. */
export function checkPlaces(signature: Signature, documents: Array<PdfFacts & { id: string }>) {
	for (const { documentId, visual } of placesOf(
		signature,
		documents.map(({ id }) => id),
	)) {
		const document = documents.find(({ id }) => id === documentId);
		if (!document)
			throw badRequest('signatures.document_signatures.document_id: is not in the request.');
		checkPlace(visual, document);
	}
}

/** Which documents a signer signs, and where. */
export function placesOf(signature: Signature, documentIds: string[]) {
	return (
		signature.documents ??
		documentIds.map((documentId) => ({ documentId, visual: signature.visual }))
	).map((place) => ({ ...place, visual: place.visual ?? signature.visual }));
}

function checkPlace(visual: VisualSignature | undefined, document: PdfFacts) {
	for (const position of positionsOf(visual)) {
		const fault = faultOf(position, document);
		if (fault) throw badRequest(`signatures.visual_signature.position${fault}`);
	}
	const field = visual?.form_field;
	if (field === undefined) return;
	const found = document.signatureFields.find(({ name }) => name === field);
	const refuse = (message: string) =>
		badRequest(`signatures.visual_signature.form_field: ${message}`);
	if (!found) throw refuse(`the document has no signature field "${field}".`);
	if (found.signed) throw refuse(`the signature field "${field}" is already signed.`);
}
