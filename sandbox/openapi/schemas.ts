import type { Traits } from '../state/dialect.ts';
import type { Version } from '../state/version.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { anyObject, date, flag, listOf, number, object, oneOf, text } from './shapes.ts';
import { textOrNull, texts, time, uuid, whole } from './shapes.ts';

/**
 * What the signing interface answers (interface.md 2 to 4, and 10 for the public regions). The views build answers by
 * hand, so this is written by hand too; a test holds it against answers of every call.
 */
export const QUALITY = oneOf('SES', 'AES', 'AES_MINIMAL', 'QES', 'DEMO', 'PART11');
export const LEGISLATION = oneOf('ZERTES', 'EIDAS');
const STATES = ['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR', 'EXPIRED'];
const SIGNATURE_STATES = ['OPEN', 'DECLINED', 'SIGNED', 'ERROR'];

const place = { page: text, x: number, y: number, width: number, height: number };
const Position = object(place, { rotation: number });
export const Attachment = object({ attachment_id: uuid, filename: text });

const VisualSignature = object(
	{},
	{
		...{ form_field: text, position: Position, positions: listOf(Position) },
		image: object({}, { content_type: text, content: text }),
	},
);

export const PROBLEM = object(
	{ type: text, method: text, path: text, status: whole, message: text },
	{ key: text },
);

/** The schemas that answers of a version refer to, by name. */
export function schemasOf(version: Version, { answers, filterValues }: Traits) {
	const isPublic = answers === 'public';
	const ref = (name: string) => refOf(name, version);
	const document = object(
		{
			...{ id: uuid, title: text, content_type: { const: 'application/pdf' }, size: whole },
			...{ page_count: whole, page_width: whole, page_height: whole, owner: text },
			signature_fields: listOf(
				object({ name: text, signed: flag, positions: listOf(ref('Position')) }),
			),
			...{ read_access: texts, write_access: texts, created_at: time, updated_at: time },
		},
		{ parent_id: isPublic ? uuid : textOrNull },
	);
	return {
		...{ Position, VisualSignature, Document: document },
		...(version === 'v3' && { Observer: observerIn(isPublic) }),
		Signature: isPublic
			? publicSignature(version, filterValues?.signature_status ?? [])
			: contractSignature(version),
		SignatureRequest: isPublic
			? publicRequest(version, filterValues?.status_overall ?? [])
			: contractRequest(version),
		Callback: object(
			{
				type: isPublic ? text : oneOf('success', 'update', 'error'),
				state: oneOf('OPEN', 'COMPLETED', 'RESIGNATED'),
				...{ url: text, attempts: whole, messages: texts, created_at: time, updated_at: time },
				...(isPublic && {
					...{ signature_request_id: uuid, owner: text, read_access: texts, write_access: texts },
				}),
			},
			{},
		),
	};
}

export const refOf = (name: string, version: string): JsonSchema => ({
	$ref: `#/components/schemas/${name}${version.toUpperCase()}`,
});

function observerIn(isPublic: boolean) {
	const [user, group] = isPublic
		? [
				object({ id: text }, { email: text }),
				object({ id: text, version_id: text }, { name: text }),
			]
		: [anyObject, anyObject];
	return object(
		{ id: text, type: oneOf('USER', 'GROUP'), invited_at: time, invited_by: text },
		{ user_info: user, group_info: group },
	);
}

const signed = { signed_at: time, signed_quality: QUALITY, signed_legislation: LEGISLATION };

function contractSignature(version: Version) {
	const visual = refOf('VisualSignature', version);
	return object(
		{
			...{ sid: text, signer_email_address: text, order: whole, sequence: whole },
			...{ status_code: oneOf(...SIGNATURE_STATES), notify: flag },
		},
		{
			...{ account_email: text, language: text, ...signed, visual_signature: visual },
			...{ signer_identity_data: object({}, { first_name: text, last_name: text }) },
			signing_url: text,
			...(version === 'v3' && {
				signer_group_id: text,
				document_signatures: listOf(object({ document_id: uuid }, { visual_signature: visual })),
			}),
		},
	);
}

function publicSignature(version: Version, states: readonly string[]) {
	const visual = refOf('VisualSignature', version);
	const identity = {
		...{ email_address: text, first_name: text, last_name: text, mobile_number: text },
		...{ language: text, identity_reference: text, identification_require_evidence: flag },
		...{ provider: text, evidence_id: text },
	};
	const places = object(
		{ document_id: uuid, visual_signature: { anyOf: [visual, { type: 'null' }] } },
		{},
	);
	return object(
		{
			...{ sid: uuid, status_code: oneOf(...states), sequence: whole, notify: flag },
			...(version === 'v3' && { invited_by: text, document_signatures: listOf(places) }),
		},
		{
			...{ account_email: text, signer_identity_data: object({}, identity), signing_url: text },
			...signed,
			...(version === 'v3' ? { signer_group_id: text } : { visual_signature: visual }),
		},
	);
}

const requestMembers = (version: Version) => ({
	...{ id: uuid, title: text, signing_url: text, owner: text, quality: QUALITY },
	signatures: listOf(refOf('Signature', version)),
	attachments: listOf(Attachment),
	attach_on_success: listOf(oneOf('SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL')),
	...{ read_access: texts, write_access: texts, created_at: time, updated_at: time },
});
const ownWords = { message: text, custom: text, legislation: LEGISLATION };
const callbackUrls = {
	...{ callback_success_url: text, callback_error_url: text, callback_update_url: text },
};
const documents = listOf(object({ id: uuid, version_id: uuid }, { name: text }));

function contractRequest(version: Version) {
	const isV3 = version === 'v3';
	return object(
		{
			...requestMembers(version),
			...{ document_id: uuid, cc_email_addresses: texts },
			status_overall: oneOf(...STATES, ...(isV3 ? ['DRAFT'] : [])),
			...(isV3 && { documents }),
		},
		{
			...{ ...ownWords, creator: text, ...callbackUrls },
			...(isV3 && { expires_at: date, auto_delete_at: date }),
		},
	);
}

function publicRequest(version: Version, states: readonly string[]) {
	return object(
		{
			...requestMembers(version),
			status_overall: oneOf(...states),
			...(version === 'v3'
				? {
						...{ documents, business_id: text, origin: text },
						observers: listOf(refOf('Observer', version)),
					}
				: { document_id: uuid, business: text, cc_email_addresses: texts }),
		},
		{
			...{ ...ownWords, ...callbackUrls },
			...{ expires_at: date, auto_delete_at: date, expiration_date: date },
		},
	);
}
