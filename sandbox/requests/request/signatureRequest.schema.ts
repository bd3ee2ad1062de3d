import { z } from 'zod/v4';
import type { Reader } from '../../http/body.ts';
import { UPLOAD_FIELDS } from '../../documents/upload.ts';
import { perVersion, traitsOf, type Dialect, type Traits } from '../../state/dialect.ts';
import { visualSignatureSchema } from '../../state/visualSignature.schema.ts';
import type { Version } from '../../state/version.ts';
import { Email, Legislation, oneOf, Quality, wholeNumber } from '../../state/values.schema.ts';

/** Bodies of interface.md 2.1 to 2.4, with the members that the public service adds. */
export const MAX_DOCUMENTS = 50;
const Text = z.string().trim().min(1);
const AccessList = z.array(Text);

/** How one version is spoken in one dialect. */
interface Manner {
	version: Version;
	traits: Traits;
}
const mannerOf = (version: Version, dialect: Dialect): Manner => ({
	version,
	traits: traitsOf(dialect, version),
});

/** Members that are not known, like every unknown field. */
const ignored = z.never().optional().catch(undefined);

function where<Schema extends z.ZodType>(isKnown: boolean, schema: Schema) {
	return (isKnown ? schema.optional() : ignored) as z.ZodOptional<Schema>;
}

/** The members without what is ignored, and with null where that says nothing. */
function heeding<Members extends z.ZodObject>(
	{ drop, nullable = [] }: { drop: readonly string[]; nullable?: readonly string[] },
	members: Members,
): Members {
	const heeded = Object.entries<z.ZodType>(members.shape)
		.filter(([name]) => !drop.includes(name))
		.map(([name, member]) => [name, nullable.includes(name) ? orNull(member) : member] as const);
	return z.object(Object.fromEntries(heeded)) as unknown as Members;
}

const orNull = (member: z.ZodType) =>
	member.nullable().transform((value: unknown) => value ?? undefined);

/** Version 1 wants every member (interface.md 2.4); later ones know more and want none. */
const IdentityV1 = z.object({
	provider: Text,
	first_name: Text,
	last_name: Text,
	mobile_number: Text,
	issuing_country: z.string().regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters'),
});
const Language = z.enum(['en', 'de', 'fr', 'it']);
const Identity = IdentityV1.partial().extend({
	email_address: Email.optional(),
	language: Language.optional(),
	identity_reference: Text.optional(),
	identification_require_evidence: z.boolean().optional(),
});
const identityOf = (version: Version): Reader<z.output<typeof Identity>> =>
	version === 'v1' ? IdentityV1 : Identity;

const Order = z.number().int().min(-1);

const signerMembers = ({ version, traits }: Manner) =>
	z.object({
		sid: Text.optional(),
		signer_email_address: Email.optional(),
		account_email: Email.optional(),
		order: Order.optional(),
		sequence: Order.optional(),
		notify: z.boolean().optional(),
		language: Language.optional(),
		signer_identity_data: identityOf(version).optional(),
		visual_signature: visualSignatureSchema(traits).optional(),
		signer_group_id: where(version === 'v3', Text),
		document_signatures: where(
			version === 'v3',
			z
				.array(
					z.object({
						document_id: Text,
						visual_signature: visualSignatureSchema(traits).nullish(),
					}),
				)
				.min(1),
		),
	});

export type SignerBody = z.output<ReturnType<typeof signerMembers>>;

/** Contract: both names of the email and of the order are read in every version (interface.md 2.2). */
export const signerSchema = perVersion((version, dialect): Reader<SignerBody> => {
	const manner = mannerOf(version, dialect);
	const { closedSigner, ignored: names } = manner.traits;
	return closed(heeding({ drop: names.signer }, signerMembers(manner)), closedSigner)
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
		)
		.refine((signer) => !closedSigner || !isPersonAndGroup(signer), {
			path: ['signer_group_id'],
			message: 'is either a group or a person',
		});
});

/** The schema with nothing but these members, and no others let in. */
function closed(
	members: ReturnType<typeof signerMembers>,
	names: Traits['closedSigner'],
): Reader<SignerBody> {
	if (!names) return members;
	const left = Object.entries(members.shape).filter(([name]) => names.includes(name));
	return z.object(Object.fromEntries(left)).strict() as unknown as Reader<SignerBody>;
}

const isPersonAndGroup = (signer: SignerBody) =>
	signer.signer_group_id !== undefined &&
	(signer.account_email ?? signer.signer_identity_data) !== undefined;

const CallbackUrl = z
	.url()
	.regex(/^https?:/, 'must be an http or https address')
	.meta({ format: 'uri' });
const ExpiresAt = z.iso.date('must be a date, YYYY-MM-DD');

const changeableFields = (version: Version, dialect: Dialect) => ({
	message: z.string().optional(),
	custom: z.string().optional(),
	signatures: z.array(signerSchema(version, dialect)).optional(),
	read_access: AccessList.optional(),
	write_access: AccessList.optional(),
	cc_email_addresses: z.array(Email).optional(),
	callback_success_url: CallbackUrl.optional(),
	callback_error_url: CallbackUrl.optional(),
	callback_update_url: CallbackUrl.optional(),
	attach_on_success: z.array(z.enum(['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL'])).optional(),
	quality: Quality.optional(),
	legislation: Legislation.optional(),
	expires_at: where(traitsOf(dialect, version).knowsExpiresAt, ExpiresAt),
});

const needsLegislation = (quality?: string) => quality === 'QES' || quality === 'AES_MINIMAL';

const newRequestMembers = (version: Version, dialect: Dialect) =>
	z.object({
		...changeableFields(version, dialect),
		title: Text,
		creator: Email.optional(),
		document_id: Text.optional(),
		documents: where(
			version === 'v3',
			z
				.array(z.object({ id: Text }))
				.min(1)
				.max(MAX_DOCUMENTS),
		),
		...UPLOAD_FIELDS,
	});
export type NewRequestBody = z.output<ReturnType<typeof newRequestMembers>>;

export const newRequestSchema = perVersion((version, dialect): Reader<NewRequestBody> => {
	const { ignored: names, nullable } = traitsOf(dialect, version);
	const members = newRequestMembers(version, dialect);
	return heeding({ drop: names.create, nullable: nullable.create }, members).refine(
		({ quality, legislation }) => !needsLegislation(quality) || legislation !== undefined,
		{ path: ['legislation'], message: 'is required with this quality' },
	);
});

const changedRequestMembers = (version: Version, dialect: Dialect) =>
	z.object({
		...changeableFields(version, dialect),
		id: Text,
		title: Text.optional(),
		owner: z.string().optional(),
	});
export type ChangedRequestBody = z.output<ReturnType<typeof changedRequestMembers>>;

export const changedRequestSchema = perVersion((version, dialect): Reader<ChangedRequestBody> => {
	const { answers, ignored: names, nullable } = traitsOf(dialect, version);
	const members = changedRequestMembers(version, dialect);
	const { signatures } = members.shape;
	// Elsewhere null leaves a member as it is; here it says that no one signs.
	const noOne = signatures.nullable().transform((value) => (value === null ? [] : value));
	return heeding(
		{ drop: names.update, nullable: nullable.update },
		answers === 'public' ? members.extend({ signatures: noOne }) : members,
	);
});

const listMembers = ({ filterValues, ...traits }: Traits) => {
	const filter = (values: readonly string[] | undefined) => (values ? oneOf(values) : Text);
	return z.object({
		status_overall: filter(filterValues?.status_overall).optional(),
		signature_status: filter(filterValues?.signature_status).optional(),
		signer_email_address: Text.optional(),
		account_email: Text.optional(),
		search: Text.optional(),
		page_number: wholeNumber(traits.smallestPageNumber).optional(),
		page_size: wholeNumber(traits.smallestPageSize).default(50),
	});
};
export type ListQuery = z.output<ReturnType<typeof listMembers>>;

export const listQuerySchema = (traits: Traits): Reader<ListQuery> =>
	heeding({ drop: traits.ignored.filter }, listMembers(traits));
