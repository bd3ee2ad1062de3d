import { z } from 'zod/v3';

import type { ApiVersion } from '../../../shared/http/call';
import { placementSchema } from '../../../shared/placement/placement.schema';
import type { Placed } from '../../../shared/placement/visualSignature.body';
import { HIGHEST_COUNT } from '../../../shared/operation/fields';
import { Email, Flag, RequiredText, VisibleText } from '../../../shared/operation/scalars.schema';
import { numberIn, optional } from '../../../shared/operation/form.schema';
import type { SchemaFor } from '../../../shared/operation/form.schema';

/** Left out, or a number: with an empty one a signer would be invited out of turn. */
const Order = numberIn({ min: 0, max: HIGHEST_COUNT, isWhole: true }).optional();

const Language = RequiredText.regex(
	/^(en|de|fr|it)$/,
	'must be a language of two small letters: en, de, fr or it',
);

/** "1, 3", 2 or [1, 3]; counted from 1 in the order of the request. */
const DocumentNumbers = z
	.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))], {
		errorMap: () => ({ message: 'must be numbers of documents, such as 1, 3' }),
	})
	.transform((value) => (typeof value === 'string' ? value.split(/[,;\s]+/) : [value].flat()))
	.transform((numbers) => [...new Set(numbers.filter((number) => number !== '').map(Number))])
	.refine((numbers) => numbers.every((number) => Number.isInteger(number) && number > 0), {
		message: 'must be numbers of documents, such as 1, 3; the first document is 1',
	})
	.transform((numbers) => (numbers.length === 0 ? undefined : numbers));

const common = {
	order: Order,
	language: optional(Language),
	/** Left out, the service decides: it notifies. */
	notify: Flag.optional(),
	documents: optional(DocumentNumbers),
};

const inV1 = { errorMap: () => ({ message: 'is empty; version v1 wants all identity data' }) };
const MandatoryText = z.string(inV1).trim().min(1, inV1.errorMap().message);

const CountryCode = RequiredText.regex(
	/^[A-Za-z]{2}$/,
	'must be a country code of two letters, such as CH or DE',
).transform((code) => code.toUpperCase());

/** interface.md 2.4: all mandatory in v1; later versions know more and want none. */
const identityV1 = {
	firstName: MandatoryText,
	lastName: MandatoryText,
	mobileNumber: MandatoryText.pipe(VisibleText),
	issuingCountry: MandatoryText.pipe(CountryCode),
	provider: MandatoryText,
};

const identityV2 = {
	firstName: optional(RequiredText),
	lastName: optional(RequiredText),
	mobileNumber: optional(VisibleText),
	identityReference: optional(RequiredText),
	requireEvidence: Flag,
};

const account = z.object({ kind: z.literal('account'), email: Email, ...common });
const group = z.object({ kind: z.literal('group'), groupId: RequiredText, ...common });

const noAccountV1 = z.object({ kind: z.literal('noAccount'), ...identityV1, ...common });
const eitherV1 = z.object({ kind: z.literal('both'), email: Email, ...identityV1, ...common });
const noAccount = z.object({
	kind: z.literal('noAccount'),
	email: optional(Email),
	...identityV2,
	...common,
});
const either = z.object({ kind: z.literal('both'), email: Email, ...identityV2, ...common });

const wrongKind = (version: ApiVersion): z.ZodErrorMap => {
	const kinds =
		version === 'v3' ? 'account, noAccount, both or group' : 'account, noAccount or both';
	return (_issue, { data }) => ({
		message:
			(data as { kind?: unknown }).kind === 'group'
				? 'is a signer group, which needs API version v3; choose v3 or another kind of signer'
				: `must be ${kinds}`,
	});
};

const Person = {
	v1: z.discriminatedUnion('kind', [account, noAccountV1, eitherV1], {
		errorMap: wrongKind('v1'),
	}),
	v2: z.discriminatedUnion('kind', [account, noAccount, either], { errorMap: wrongKind('v2') }),
	v3: z.discriminatedUnion('kind', [account, noAccount, either, group], {
		errorMap: wrongKind('v3'),
	}),
};

type AnyPerson = z.output<(typeof Person)[ApiVersion]>;
export type Signer = AnyPerson & Placed<'free'>;

const SignerPlacement = placementSchema('free');

/** A signer who is in the request and stays; in the form a choice from a list. */
export const existingSigner = z.object({
	kind: z.literal('existing'),
	sid: z.preprocess(
		(value) => (value as { value?: unknown } | undefined)?.value ?? value,
		RequiredText,
	),
	order: Order,
});
export type ExistingSigner = z.output<typeof existingSigner>;

/** The properties of a kind of signer in a version; undefined where the version has no such kind. */
export function namesOfKind(kind: unknown, version: ApiVersion): string[] | undefined {
	const shapes = [...Person[version].options, existingSigner].map(({ shape }) => shape);
	const found = shapes.find((shape) => shape.kind.value === kind);
	return found && Object.keys(found);
}

/** One signer with everything that the version knows, from the form or from JSON that was filled up. */
export function signerSchema(version: ApiVersion): SchemaFor<Signer> {
	const schema = z.intersection(Person[version] as SchemaFor<AnyPerson>, SignerPlacement);
	return schema.superRefine((signer, refinement) => {
		const fault = signerFault(signer, version);
		if (fault) refinement.addIssue({ code: 'custom', ...fault });
	});
}

function signerFault(
	signer: Signer,
	version: ApiVersion,
): { path: string[]; message: string } | undefined {
	if (signer.kind === 'noAccount' && version !== 'v1' && !isNamed(signer)) {
		return {
			path: ['email'],
			message: 'is empty, and so are name and mobile number; say who signs',
		};
	}
	if (version === 'v1' && signer.placement === 'position' && signer.positions.length > 1) {
		return {
			path: ['positions'],
			message:
				'has several entries, and version v1 takes one; remove the others or choose v2 or v3',
		};
	}
	return undefined;
}

function isNamed(signer: Extract<Signer, { kind: 'noAccount' }>): boolean {
	const known = 'email' in signer ? signer.email : undefined;
	return [known, signer.firstName, signer.lastName, signer.mobileNumber].some(Boolean);
}

/** Entries of equal identity: that person then signs more than once (interface.md 2.2). */
export function equalSigners(signers: Signer[]): number[][] {
	const byIdentity = new Map<string, number[]>();
	signers.forEach((signer, index) => {
		const identity = identityOf(signer);
		byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), index]);
	});
	return [...byIdentity.values()].filter((indexes) => indexes.length > 1);
}

function identityOf(signer: Signer): string {
	if (signer.kind === 'group') return `group ${signer.groupId}`;
	const email = 'email' in signer ? signer.email : undefined;
	if (email !== undefined) return email.toLowerCase();
	if (signer.kind === 'account') return signer.email;
	const { firstName = '', lastName = '', mobileNumber = '' } = signer;
	return `${firstName} ${lastName} ${mobileNumber.replace(/[^\d+]/g, '')}`.toLowerCase();
}
