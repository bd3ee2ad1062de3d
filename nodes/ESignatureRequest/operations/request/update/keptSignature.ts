import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../shared/http/call';
import { given, withoutAbsent } from '../../../../shared/operation/given';
import { pick } from '../../../../shared/operation/output';
import type { Signature } from '../../../../shared/signatureRequest/signatureRequest.schema';

/**
 * A signer as the request shows it, so that the service keeps it: whoever is left out of `signatures` is
 * removed. By contract identity data is shown in part only, so the sid says who it is; the public regions
 * know people again by what they show of them (interface.md part 10).
 */
export function keptSignature(
	shown: Signature,
	{ version, rules }: { version: ApiVersion; rules: Rules },
): IDataObject {
	const identity = rules.signersKnownBy === 'identity' ? identityOf(shown) : undefined;
	const order = shown.sequence ?? shown.order ?? -1;
	const rank = order === -1 ? undefined : order;
	const { account_email, signer_email_address, signer_group_id, notify } = shown;
	const document_signatures = documentSignaturesOf(shown, rules);
	if (rules.signerEntries === 'closed') {
		const who = signer_group_id
			? { signer_group_id }
			: { account_email, signer_identity_data: identity };
		return withoutAbsent({ ...who, sequence: rank, notify, document_signatures });
	}
	return withoutAbsent({
		sid: shown.sid,
		...(version === 'v1'
			? { signer_email_address: signer_email_address ?? account_email, order: rank }
			: { account_email, signer_email_address, sequence: rank }),
		signer_identity_data: identity,
		signer_group_id,
		notify,
		language: shown.language,
		visual_signature: placeOf(shown.visual_signature, rules),
		document_signatures,
	});
}

/** Whether the service would know this signer again, and so keep it. */
export function isKnownAgain(shown: Signature, { signersKnownBy }: Rules): boolean {
	if (signersKnownBy === 'sid') return true;
	return Boolean(shown.account_email ?? shown.signer_group_id ?? identityOf(shown));
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
	const known = given(pick(identity, identityNames));
	return Object.keys(known).length > 0 ? known : undefined;
}

function documentSignaturesOf(
	{ document_signatures: shown }: Signature,
	rules: Rules,
): IDataObject[] | undefined {
	if (!Array.isArray(shown)) return undefined;
	return (shown as IDataObject[]).map(({ document_id, visual_signature }) =>
		withoutAbsent({ document_id, visual_signature: placeOf(visual_signature, rules) }),
	);
}

/** Shown are all ways to say the same at once; taken is one of them (interface.md 2.3). */
function placeOf(shown: unknown, { onePlaceAs }: Rules): IDataObject | undefined {
	const { form_field, positions, position, image } = (shown ?? {}) as IDataObject;
	const picture = pictureOf(image);
	if (form_field) return withoutAbsent({ form_field, image: picture });
	const places = Array.isArray(positions) && positions.length > 0 ? positions : [position];
	const known = (places as IDataObject[]).filter(Boolean).map(measuresOf);
	if (known.length === 0) return undefined;
	const isAlone = known.length === 1 && onePlaceAs === 'position';
	return withoutAbsent({
		...(isAlone ? { position: known[0] } : { positions: known }),
		image: picture,
	});
}

function measuresOf(place: IDataObject): IDataObject {
	const measures = pick(place, ['page', 'x', 'y', 'width', 'height', 'rotation']);
	return { ...measures, page: String(place.page) };
}

function pictureOf(image: unknown): IDataObject | undefined {
	const { content, content_type } = (image ?? {}) as IDataObject;
	return content && content_type ? { content, content_type } : undefined;
}
