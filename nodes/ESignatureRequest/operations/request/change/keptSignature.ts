import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../shared/http/call';
import { omitEmpty, omitUndefined } from '../../../../shared/operation/omit';
import { pick } from '../../../../shared/operation/output';
import {
	identifiersOf,
	isOpaque,
	shownSignatures,
	signerName,
} from '../../../../shared/signatureRequest/signatureRequest.schema';
import type {
	Signature,
	SignatureRequest,
} from '../../../../shared/signatureRequest/signatureRequest.schema';

/**
 * The list of `signatures` with which a change of something else leaves all signers in the request. Undefined where
 * that is unknown: the service does not show all of them, or would not know them again. What was entered for them
 * is sent again as it was, where it is at hand: answers do not repeat all of it, such as a language.
 */
export function keptSignatures(
	request: SignatureRequest,
	{ version, rules, entered }: { version: ApiVersion; rules: Rules; entered?: IDataObject[] },
): IDataObject[] | undefined {
	const shown = shownSignatures(request);
	if (!shown?.every((one) => isRecognised(one, rules))) return undefined;
	if (entered && rules.signersKnownBy === 'identity') {
		if (shown.length < entered.length) return undefined;
		if (shown.every((one) => entered.some((entry) => isSamePerson(one, entry)))) return entered;
	}
	return shown.map((one) => keptSignature(one, { version, rules }));
}

function isSamePerson(shown: Signature, entry: Signature): boolean {
	const names = namesOf(entry);
	return namesOf(shown).some((name) => names.includes(name));
}

function namesOf(one: Signature): string[] {
	return [...identifiersOf(one), one.signer_group_id ?? [], signerName(one)].flat();
}

/**
 * A signer as the request shows it, so that the service keeps it: a signer left out of `signatures` is
 * removed. By contract identity data is shown in part only, so the sid says who it is; the public regions
 * know people again by what they show of them (interface.md part 10).
 */
export function keptSignature(
	shown: Signature,
	{ version, rules }: { version: ApiVersion; rules: Rules },
): IDataObject {
	const rank = orderOf(shown);
	const { sid, account_email, signer_email_address } = shown;
	const visual_signature = positionsOf(shown.visual_signature, rules);
	if (version === 'v1') {
		const who = { sid, signer_email_address: signer_email_address ?? account_email };
		return omitUndefined({
			...who,
			order: rank,
			visual_signature: asOnePosition(visual_signature),
		});
	}
	const document_signatures = documentSignaturesOf(shown, rules);
	const common = { ...personOf(shown, rules), sequence: rank, notify: shown.notify };
	if (rules.signerEntries === 'closed') return omitUndefined({ ...common, document_signatures });
	return omitUndefined({
		sid,
		...common,
		language: shown.language,
		visual_signature,
		...(version === 'v3' && { document_signatures }),
	});
}

/** -1 stands for no order. */
export function orderOf({ sequence, order }: Signature): number | undefined {
	const shown = sequence ?? order ?? -1;
	return shown === -1 ? undefined : shown;
}

/** A group or a person; with a sid nothing more is needed. */
function personOf(shown: Signature, { signersKnownBy }: Rules): IDataObject {
	const { signer_email_address: email, signer_group_id } = shown;
	if (signer_group_id) return { signer_group_id };
	const account_email = shown.account_email ?? (isOpaque(shown) ? undefined : email);
	const isKnownByIdentity = signersKnownBy === 'identity';
	return { account_email, signer_identity_data: isKnownByIdentity ? identityOf(shown) : undefined };
}

/** Whether the service would know this signer again, and so keep it. */
export function isRecognised(shown: Signature, { signersKnownBy }: Rules): boolean {
	const named = shown.account_email ?? shown.signer_group_id;
	if (signersKnownBy === 'identity') return Boolean(named ?? identityOf(shown));
	return Boolean(named ?? shown.sid ?? shown.signer_email_address);
}

const identityNames = [
	'email_address',
	'first_name',
	'last_name',
	'mobile_number',
	'language',
	'identity_reference',
	'identification_require_evidence',
];

/** What can be sent; who checked the identity, and the evidence for it, the service adds itself. */
function identityOf({ signer_identity_data: identity = {} }: Signature): IDataObject | undefined {
	const known = omitEmpty(pick(identity, identityNames));
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

/** Shown are all ways to say the same at once; taken is one of them (interface.md 2.3). */
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
	// It travels as text; one that is not shown is not made up.
	return page === undefined ? measures : { ...measures, page: String(page) };
}

function imageIn(image: unknown): IDataObject | undefined {
	const { content, content_type } = (image ?? {}) as IDataObject;
	return content && content_type ? { content, content_type } : undefined;
}
