import { z } from 'zod/v3';

import type { ApiVersion } from '../../shared/client/call';
import { isBlank, optional, plainWords, quoting } from '../../shared/form/readers';
import type { SchemaFor } from '../../shared/form/readers';
import { placementSchema } from '../../shared/positions/placement';
import type { Placed } from '../../shared/positions/visualSignature.body';
import { isIdentity, kinds, signerProperties, useOf } from './signerProperties';
import type { Kind, SignerProperty, SignerValues } from './signerProperties';

/** Someone who is new to the request. */
export type Signer = Omit<SignerValues, 'sid'> & {
	kind: Exclude<Kind, 'existing'>;
} & Placed<'free'>;

/** A signer who is in the request and stays; in the form a choice from a list. */
export interface ExistingSigner extends Pick<SignerValues, 'order'> {
	kind: 'existing';
	sid: string;
}

export type ListedSigner = Signer | ExistingSigner;

const SignerPlacement = placementSchema('free');

/** One signer with everything that the version knows, from the form or from JSON that was filled up. */
export function signerSchema(version: ApiVersion): SchemaFor<Signer> {
	return schemaFor(version, kindsIn(version)) as SchemaFor<Signer>;
}

/** The same, or someone who is in the request already. */
export function listedSignerSchema(version: ApiVersion): SchemaFor<ListedSigner> {
	return schemaFor(version, [...kindsIn(version), 'existing']) as SchemaFor<ListedSigner>;
}

/** New signers of this version. */
function kindsIn(version: ApiVersion): Kind[] {
	return (Object.keys(kinds) as Kind[]).filter(
		(kind) => kind !== 'existing' && (kinds[kind].versions?.includes(version) ?? true),
	);
}

function schemaFor(version: ApiVersion, allowed: Kind[]) {
	return z.record(z.unknown()).transform((entry, refinement) => {
		const kind = allowed.find((one) => one === entry.kind);
		if (!kind) {
			const message = wrongKind(entry.kind, version);
			refinement.addIssue({ code: 'custom', path: ['kind'], message });
			return z.NEVER;
		}
		const isInvitedByData = version !== 'v1' || kind !== 'email' || hasIdentity(entry);
		const own = propertiesOf(kind, version).filter((one) => isInvitedByData || !isIdentity(one));
		const values = z.object(
			Object.fromEntries(own.map((one) => [one.field.name, readerOf(one, kind, version)])),
		);
		const placement = kind === 'existing' ? z.object({}) : SignerPlacement;
		const read = z.intersection(values, placement).safeParse(entry, { errorMap: plainWords });
		if (!read.success) {
			read.error.issues.forEach(refinement.addIssue);
			return z.NEVER;
		}
		const signer = { kind, ...read.data } as ListedSigner;
		const fault = signer.kind === 'existing' ? undefined : signerFault(signer, version);
		if (fault) refinement.addIssue({ code: 'custom', ...fault });
		return signer;
	});
}

/** Version 1 wants all identity data or none (interface.md 2.4). The form begins with some of it. */
function hasIdentity(entry: Record<string, unknown>): boolean {
	return signerProperties.filter(isIdentity).some(({ field: { name, default: usual } }) => {
		return !isBlank(entry[name]) && entry[name] !== usual;
	});
}

function wrongKind(kind: unknown, version: ApiVersion): string {
	if (kind === 'group') {
		return 'is Signer Group, which needs API Version V3\nChoose V3, or another type of signer.';
	}
	const [last, ...others] = kindsIn(version).toReversed();
	return quoting(kind, `isn't ${others.toReversed().join(', ')}, or ${last}`);
}

function propertiesOf(kind: Kind, version: ApiVersion): SignerProperty[] {
	return signerProperties.filter((property) => useOf(property, kind, version));
}

function readerOf(property: SignerProperty, kind: Kind, version: ApiVersion): z.ZodTypeAny {
	const { reader, field } = property;
	if (version === 'v1' && isIdentity(property)) return NotBlankInV1.pipe(reader);
	if (useOf(property, kind, version)?.required) return reader;
	// Where the form begins with a value, an empty one isn't the same as none.
	return ['', false].includes(field.default as string) ? optional(reader) : reader.optional();
}

const NotBlankInV1 = z.unknown().refine((value) => !isBlank(value), {
	message: 'is empty, and API Version V1 needs it\nFill it in, or choose V2.',
});

/** The properties of a kind of signer in a version; undefined where the version has no such kind. */
export function namesOfKind(kind: unknown, version: ApiVersion): string[] | undefined {
	const known = [...kindsIn(version), 'existing' as const].find((one) => one === kind);
	return known && ['kind', ...propertiesOf(known, version).map(({ field }) => field.name)];
}

function signerFault(
	signer: Signer,
	version: ApiVersion,
): { path: string[]; message: string } | undefined {
	if (signer.kind === 'withoutAccount' && !isNamed(signer)) {
		return {
			path: ['email'],
			message: 'is empty, and so are name and mobile number\nFill in one of them.',
		};
	}
	if (version === 'v1' && signer.placement === 'position' && signer.positions.length > 1) {
		return {
			path: ['positions'],
			message:
				'has several entries, but API Version V1 accepts one\nRemove the others, or choose V2.',
		};
	}
	return undefined;
}

function isNamed(signer: Signer): boolean {
	return signer.email !== undefined || identityOf(signer) !== '';
}

/** Entries of equal identity: that person then signs more than once (interface.md 2.2). */
export function equalSigners(signers: Signer[]): number[][] {
	const byIdentity = new Map<string, number[]>();
	signers.forEach((signer, index) => {
		const identity = signer.groupId ?? signer.email ?? identityOf(signer);
		const key = `${signer.kind === 'group'} ${identity}`.toLowerCase();
		byIdentity.set(key, [...(byIdentity.get(key) ?? []), index]);
	});
	return [...byIdentity.values()].filter((indexes) => indexes.length > 1);
}

/** Of someone whose email address is unknown. */
function identityOf(signer: Signer): string {
	const values = signer as Record<string, unknown>;
	return signerProperties
		.map(({ field, identifiesBy }) => identifiesBy?.((values[field.name] ?? '') as string) ?? '')
		.join(' ')
		.trim();
}
