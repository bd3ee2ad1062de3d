import { z } from 'zod/v4';
import { json, type Description } from '../../http/route.ts';
import { perVersion, traitsOf, type Dialect, type Traits } from '../../state/dialect.ts';
import { Legislation, named, Quality, Texts, Time, Uuid } from '../../state/values.schema.ts';
import type { Version } from '../../state/version.ts';
import { VisualSignatureAnswer } from '../../state/visualSignature.schema.ts';
import { observerAnswer } from './observer.view.ts';

/** A request as callers read it (interface.md 2.1, and 10 for the public regions). */
export const requestAnswer = perVersion((version, dialect) => {
	const traits = traitsOf(dialect, version);
	const members = traits.answers === 'public' ? publicMembers : contractMembers;
	return named(
		`SignatureRequest${version.toUpperCase()}`,
		z.object({
			id: Uuid,
			title: z.string(),
			message: z.string().optional(),
			custom: z.string().optional(),
			signing_url: z.string(),
			owner: z.string(),
			quality: Quality,
			legislation: Legislation.optional(),
			signatures: z.array(signatureAnswer(version, dialect)),
			attachments: z.array(Attachment),
			attach_on_success: z.array(z.enum(['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL'])),
			read_access: Texts,
			write_access: Texts,
			created_at: Time,
			updated_at: Time,
			callback_success_url: z.string().optional(),
			callback_error_url: z.string().optional(),
			callback_update_url: z.string().optional(),
			...members(version, traits),
		}),
	);
});

/** After some changes, which the public regions answer in the shape of version 2, though with the states of version 3. */
export const changedAnswer = perVersion((version, dialect): z.ZodType => {
	const own: z.ZodObject = requestAnswer(version, dialect);
	if (version !== 'v3' || traitsOf(dialect, version).answers !== 'public') return own;
	const shown: z.ZodObject = requestAnswer('v2', dialect);
	const { status_overall } = own.shape as { status_overall: z.ZodType };
	return named('ChangedRequestV3', shown.extend({ status_overall }));
});

/** A draft after a change, which the public regions do not show. */
export function draftAnswer(dialect: Dialect): Pick<Description, 'status' | 'answer'> {
	const { answers, emptyStatus } = traitsOf(dialect, 'v3');
	if (answers === 'public') return { status: emptyStatus };
	return { answer: json(requestAnswer('v3', dialect)) };
}

export const Attachment = z.object({ attachment_id: Uuid, filename: z.string() });

/** Versions 1 and 2 show the drafts of version 3 too. */
const STATES = ['DRAFT', 'OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR', 'EXPIRED'];
const Day = z.iso.date().optional();
const Documents = z.array(z.object({ id: Uuid, version_id: Uuid, name: z.string().optional() }));

const contractMembers = (version: Version) => ({
	creator: z.string().optional(),
	document_id: Uuid,
	cc_email_addresses: Texts,
	status_overall: z.enum(STATES),
	...(version === 'v3' && { documents: Documents, expires_at: Day, auto_delete_at: Day }),
});

const publicMembers = (version: Version, { filterValues }: Traits) => ({
	status_overall: z.enum(filterValues?.status_overall ?? []),
	...{ expires_at: Day, auto_delete_at: Day, expiration_date: Day },
	...(version === 'v3'
		? {
				...{ documents: Documents, business_id: z.string(), origin: z.string() },
				observers: z.array(observerAnswer('v3', 'public')),
			}
		: { document_id: Uuid, business: z.string(), cc_email_addresses: Texts }),
});

/** A signer as callers read it (interface.md 2.2). */
export const signatureAnswer = perVersion((version, dialect) => {
	const traits = traitsOf(dialect, version);
	const members = traits.answers === 'public' ? publicSigner : contractSigner;
	return named(
		`Signature${version.toUpperCase()}`,
		z.object({
			account_email: z.string().optional(),
			sequence: z.int(),
			notify: z.boolean(),
			signed_at: Time.optional(),
			signed_quality: Quality.optional(),
			signed_legislation: Legislation.optional(),
			signing_url: z.string().optional(),
			...(version === 'v3' && { signer_group_id: z.string().optional() }),
			...members(version, traits),
		}),
	);
});

const contractSigner = (version: Version) => ({
	sid: z.string(),
	signer_email_address: z.string(),
	order: z.int(),
	status_code: z.enum(['OPEN', 'DECLINED', 'SIGNED', 'ERROR']),
	language: z.string().optional(),
	visual_signature: VisualSignatureAnswer.optional(),
	signer_identity_data: z
		.object({ first_name: z.string().optional(), last_name: z.string().optional() })
		.optional(),
	...(version === 'v3' && {
		document_signatures: z
			.array(z.object({ document_id: Uuid, visual_signature: VisualSignatureAnswer.optional() }))
			.optional(),
	}),
});

const publicSigner = (version: Version, { filterValues }: Traits) => ({
	sid: Uuid,
	status_code: z.enum(filterValues?.signature_status ?? []),
	signer_identity_data: PublicIdentity.optional(),
	...(version === 'v3'
		? {
				invited_by: z.string(),
				document_signatures: z.array(
					z.object({ document_id: Uuid, visual_signature: VisualSignatureAnswer.nullable() }),
				),
			}
		: { visual_signature: VisualSignatureAnswer.optional() }),
});

const PublicIdentity = z
	.object({
		email_address: z.string(),
		first_name: z.string(),
		last_name: z.string(),
		mobile_number: z.string(),
		language: z.string(),
		identity_reference: z.string(),
		identification_require_evidence: z.boolean(),
		provider: z.string(),
		evidence_id: z.string(),
	})
	.partial();
