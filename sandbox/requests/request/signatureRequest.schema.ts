import { z } from 'zod';
import type { Reader } from '../../http/body.ts';
import { UPLOAD_FIELDS } from '../../documents/upload.ts';
import { VisualSignature } from '../../state/visualSignature.schema.ts';
import type { Version } from '../../state/version.ts';

/** Bodies of interface.md 2.1 to 2.4, with the members that the public service adds. */
export const MAX_DOCUMENTS = 50;
const Text = z.string().trim().min(1);
const Email = z.string().email();
const AccessList = z.array(Text);

/** Other versions ignore the member, like every field that they do not know. */
function since<Output>(version: Version, schema: Reader<Output>): Reader<Output | undefined> {
	return version === 'v3' ? schema.optional() : z.unknown().transform(() => undefined);
}

/** Version 1 wants every member (interface.md 2.4); later ones know more and want none. */
const IdentityV1 = z.object({
	provider: Text,
	first_name: Text,
	last_name: Text,
	mobile_number: Text,
	issuing_country: z.string().regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters'),
});
const Identity = IdentityV1.partial().extend({
	email_address: Email.optional(),
	language: Text.optional(),
	identity_reference: Text.optional(),
	identification_require_evidence: z.boolean().optional(),
});
const identityOf = (version: Version): Reader<z.output<typeof Identity>> =>
	version === 'v1' ? IdentityV1 : Identity;

const Order = z.number().int().min(-1);

/** Both names of the e-mail and of the order are read in every version (interface.md 2.2). */
export const signerSchema = (version: Version) =>
	z
		.object({
			sid: Text.optional(),
			signer_email_address: Text.optional(),
			account_email: Email.optional(),
			order: Order.optional(),
			sequence: Order.optional(),
			notify: z.boolean().optional(),
			language: Text.optional(),
			signer_identity_data: identityOf(version).optional(),
			visual_signature: VisualSignature.optional(),
			signer_group_id: since(version, Text),
			document_signatures: since(
				version,
				z
					.array(z.object({ document_id: Text, visual_signature: VisualSignature.optional() }))
					.min(1),
			),
		})
		.refine(
			(signer) =>
				[
					signer.sid,
					signer.account_email,
					signer.signer_email_address,
					signer.signer_identity_data,
					signer.signer_group_id,
				].some((who) => who !== undefined),
			{ path: ['account_email'], message: 'say who signs' },
		);
export type SignerBody = z.output<ReturnType<typeof signerSchema>>;

const CallbackUrl = z
	.string()
	.url()
	.regex(/^https?:/, 'must be an http or https address');
const ExpiresAt = z.string().date('must be a date, YYYY-MM-DD');

const changeableFields = (version: Version) => ({
	message: z.string().optional(),
	custom: z.string().optional(),
	signatures: z.array(signerSchema(version)).optional(),
	read_access: AccessList.optional(),
	write_access: AccessList.optional(),
	cc_email_addresses: z.array(Email).optional(),
	callback_success_url: CallbackUrl.optional(),
	callback_error_url: CallbackUrl.optional(),
	callback_update_url: CallbackUrl.optional(),
	attach_on_success: z.array(z.enum(['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL'])).optional(),
	quality: z.enum(['SES', 'AES', 'AES_MINIMAL', 'QES', 'DEMO', 'PART11']).optional(),
	legislation: z.enum(['ZERTES', 'EIDAS']).optional(),
	expires_at: since(version, ExpiresAt),
});

const needsLegislation = (quality?: string) => quality === 'QES' || quality === 'AES_MINIMAL';

export const newRequestSchema = (version: Version) =>
	z
		.object({
			...changeableFields(version),
			title: Text,
			creator: Email.optional(),
			document_id: Text.optional(),
			documents: since(
				version,
				z
					.array(z.object({ id: Text }))
					.min(1)
					.max(MAX_DOCUMENTS),
			),
			...UPLOAD_FIELDS,
		})
		.refine(({ quality, legislation }) => !needsLegislation(quality) || legislation !== undefined, {
			path: ['legislation'],
			message: 'is required with this quality',
		});
export type NewRequestBody = z.output<ReturnType<typeof newRequestSchema>>;

export const changedRequestSchema = (version: Version) =>
	z.object({
		...changeableFields(version),
		id: Text,
		title: Text.optional(),
		owner: z.string().optional(),
	});
export type ChangedRequestBody = z.output<ReturnType<typeof changedRequestSchema>>;

const WholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

export const ListQuery = z.object({
	status_overall: Text.optional(),
	signature_status: Text.optional(),
	signer_email_address: Text.optional(),
	account_email: Text.optional(),
	search: Text.optional(),
	page_number: WholeNumber.optional(),
	page_size: WholeNumber.pipe(z.number().min(1)).default('50'),
});
export type ListQuery = z.output<typeof ListQuery>;
