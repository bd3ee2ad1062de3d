import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Rules } from '../../../shared/account/dialect';
import { callTo } from '../../../shared/client/call';
import type { ApiVersion } from '../../../shared/client/call';
import { pick } from '../../../shared/execution/output';
import { omitEmpty, omitUndefined } from '../../../shared/network/json';
import type { Pages } from '../../../shared/positions/pages';
import type { RequestRef } from '../../../shared/requests/readRequest';
import {
	identifiersOf,
	shownSignatures,
	signerName,
} from '../../../shared/requests/signatureRequest.schema';
import type { Signature, SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import { changeRequest } from '../../changeRequest';
import type { RequestChange } from '../../changeRequest';
import { updateRequestEndpoint } from '../../endpoints';
import { identityMembers, ranksOf, signatureOf } from '../../signerEntry/signer.body';
import type { ListedSigner } from '../../signerEntry/signer.schema';
import { settingsBody } from '../requestSettings';
import type { SettingValues } from '../requestSettings';

interface Update extends RequestRef, Pick<RequestChange, 'step' | 'what' | 'done'> {
	changes: SettingValues;
	/** Complete: the service removes signers that are missing. */
	signatures: IDataObject[];
}

export async function updateRequest(
	context: IExecuteFunctions,
	{ changes, signatures, ...change }: Update,
): Promise<SignatureRequest> {
	const { requestId, version } = change;
	const call = {
		...callTo(updateRequestEndpoint),
		body: { json: updateBody(requestId, changes, { version, signatures }) },
		...(changes.expiresAt && { feature: 'expiry' }),
	};
	return await changeRequest(context, { ...change, call });
}

interface UpdateRules {
	version: ApiVersion;
	rules: Rules;
}

/** The listed signers: new ones as in a new request, the others unchanged. */
export function replacedSignatures(
	signers: ListedSigner[],
	{
		documentIds,
		pages,
		shown,
		...dialect
	}: UpdateRules & { documentIds: string[]; pages?: Pages[]; shown: (sid: string) => Signature },
): IDataObject[] {
	const ranks = ranksOf(ordersOf(signers, shown));
	return signers.map((signer, at) => {
		const rank = ranks[at];
		if (signer.kind !== 'existing')
			return signatureOf(signer, { ...dialect, documentIds, pages, rank });
		const present = signatureToKeep(shown(signer.sid), dialect);
		const name = dialect.version === 'v1' ? 'order' : 'sequence';
		return omitUndefined({ ...present, order: undefined, sequence: undefined, [name]: rank });
	});
}

/**
 * From the form. Otherwise signers in the request keep their order, because the service keeps what isn't sent, and new
 * ones sign last.
 */
function ordersOf(
	signers: ListedSigner[],
	shown: (sid: string) => Signature,
): Array<number | undefined> {
	const present = signers.map((signer) =>
		signer.kind === 'existing' ? orderOf(shown(signer.sid)) : undefined,
	);
	const last = present.some((order) => order !== undefined) ? Infinity : undefined;
	const orders = signers.map(({ kind, order }, at) =>
		kind === 'existing' ? (order ?? present[at]) : (order ?? last),
	);
	return orders.includes(undefined) ? orders.map(() => undefined) : orders;
}

/**
 * The list of `signatures` that keeps all signers in the request. Undefined if the service doesn't show all of them, or
 * could not match them. Entries that were sent before are repeated unchanged if they are known, because answers leave
 * parts out, such as the language.
 */
export function signaturesToKeep(
	request: SignatureRequest,
	{
		version,
		rules,
		sentSignatures,
	}: { version: ApiVersion; rules: Rules; sentSignatures?: IDataObject[] },
): IDataObject[] | undefined {
	const shown = shownSignatures(request);
	if (!shown?.every((one) => canBeMatched(one, rules))) return undefined;
	if (sentSignatures && rules.signersKnownBy === 'identity') {
		if (shown.length < sentSignatures.length) return undefined;
		const isSent = (one: Signature) => sentSignatures.some((entry) => isSamePerson(one, entry));
		if (shown.every(isSent)) return sentSignatures;
	}
	return shown.map((one) => signatureToKeep(one, { version, rules }));
}

function isSamePerson(shown: Signature, entry: Signature): boolean {
	const names = namesOf(entry);
	return namesOf(shown).some((name) => names.includes(name));
}

function namesOf(one: Signature): string[] {
	return [...identifiersOf(one), one.signer_group_id ?? [], signerName(one)].flat();
}

/**
 * A signer as the request shows it. The service removes signers that are missing from `signatures`. By contract, it
 * matches them by their sid, because it shows identity data only in part. The public regions match them by the data that
 * they show (interface.md part 10).
 */
export function signatureToKeep(shown: Signature, { version, rules }: UpdateRules): IDataObject {
	const { sid, account_email, signer_email_address } = shown;
	const settings = settingsToKeep(shown, { version, rules });
	if (version === 'v1') {
		const who = { sid, signer_email_address: signer_email_address ?? account_email };
		return omitUndefined({ ...who, ...settings });
	}
	const isClosed = rules.signerEntries === 'closed';
	return omitUndefined({ sid: isClosed ? undefined : sid, ...personOf(shown, rules), ...settings });
}

/** How a signer signs, without who it is. */
export function settingsToKeep(shown: Signature, { version, rules }: UpdateRules): IDataObject {
	const rank = orderOf(shown);
	const visual_signature = positionsOf(shown.visual_signature, rules);
	if (version === 'v1') {
		return omitUndefined({ order: rank, visual_signature: asOnePosition(visual_signature) });
	}
	const document_signatures = documentSignaturesOf(shown, rules);
	const common = { sequence: rank, notify: shown.notify };
	if (rules.signerEntries === 'closed') return omitUndefined({ ...common, document_signatures });
	return omitUndefined({
		...common,
		language: shown.language,
		visual_signature,
		...(version === 'v3' && { document_signatures }),
	});
}

/** -1 means no order. */
function orderOf({ sequence, order }: Signature): number | undefined {
	const shown = sequence ?? order ?? -1;
	return shown === -1 ? undefined : shown;
}

/** A group or a person. The sid is enough if the service matches by it. */
function personOf(shown: Signature, { signersKnownBy }: Rules): IDataObject {
	const {
		account_email,
		signer_email_address: email,
		signer_identity_data,
		signer_group_id,
	} = shown;
	if (signer_group_id) return { signer_group_id };
	// With identity data, this address may belong to someone without an account.
	const isAccount = !signer_identity_data && email?.includes('@');
	return {
		account_email: account_email ?? (isAccount ? email : undefined),
		signer_identity_data: signersKnownBy === 'identity' ? identityOf(shown) : undefined,
	};
}

/** Whether the service can match this signer with the one in the request. Otherwise it removes the signer. */
export function canBeMatched(shown: Signature, { signersKnownBy }: Rules): boolean {
	const named = shown.account_email ?? shown.signer_group_id;
	if (signersKnownBy === 'identity') return Boolean(named ?? identityOf(shown));
	return Boolean(named ?? shown.sid ?? shown.signer_email_address);
}

/** Without the members that only the service writes, such as the evidence of an identification. */
function identityOf({ signer_identity_data: identity = {} }: Signature): IDataObject | undefined {
	const known = omitEmpty(pick(identity, identityMembers));
	return Object.keys(known).length > 0 ? known : undefined;
}

function documentSignaturesOf(
	{ document_signatures: shown }: Signature,
	rules: Rules,
): IDataObject[] | undefined {
	if (!Array.isArray(shown)) return undefined;
	return (shown as IDataObject[]).map(({ document_id, visual_signature }) =>
		omitUndefined({ document_id, visual_signature: positionsOf(visual_signature, rules) }),
	);
}

/** The service shows the same position in several ways, but accepts one of them (interface.md 2.3). */
function positionsOf(shown: unknown, { onePositionAs }: Rules): IDataObject | undefined {
	const { form_field, positions, position, ...rest } = (shown ?? {}) as IDataObject;
	const image = imageIn(rest.image);
	if (form_field) return omitUndefined({ form_field, image });
	const listed = Array.isArray(positions) && positions.length > 0 ? positions : [position];
	const known = (listed as IDataObject[]).filter(Boolean).map(measuresOf);
	if (known.length === 0) return undefined;
	const isAlone = known.length === 1 && onePositionAs === 'position';
	return omitUndefined({
		...(isAlone ? { position: known[0] } : { positions: known }),
		image,
	});
}

/** Version 1 knows one position (interface.md 2.3); a request of a later one may show several. */
function asOnePosition(visual: IDataObject | undefined): IDataObject | undefined {
	if (!visual || !Array.isArray(visual.positions)) return visual;
	const { positions, ...others } = visual;
	return { position: (positions as IDataObject[])[0], ...others };
}

function measuresOf(position: IDataObject): IDataObject {
	const { page, ...measures } = pick(position, ['page', 'x', 'y', 'width', 'height', 'rotation']);
	// Sent as text.
	return page === undefined ? measures : { ...measures, page: String(page) };
}

function imageIn(image: unknown): IDataObject | undefined {
	const { content, content_type } = (image ?? {}) as IDataObject;
	return content && content_type ? { content, content_type } : undefined;
}

/** The body of PUT /signature-requests. An empty text or list is sent: it empties the field. */
export function updateBody(
	requestId: string,
	changes: SettingValues,
	{ version, signatures }: { version: ApiVersion; signatures: IDataObject[] },
): IDataObject {
	const settings = settingsBody(changes, { purpose: 'update', version });
	return omitUndefined({ id: requestId, ...settings, signatures });
}
