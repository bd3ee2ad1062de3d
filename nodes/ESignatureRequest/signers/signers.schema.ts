import { z } from 'zod';

import type { ApiVersion } from '../../shared/http/call';
import { signerSchema } from './signer.schema';
import type { Signer } from './signer.schema';

interface Facts {
	version: ApiVersion;
	documentCount: number;
}

type Signers = z.ZodType<Signer[], z.ZodTypeDef, unknown>;

export const signingOrders = ['any', 'listed', 'numbered'] as const;
type SigningOrder = (typeof signingOrders)[number];

/** As the form keeps its list; a number counts only where the form asks for numbers. */
export function signersFromForm(facts: Facts, signingOrder: SigningOrder = 'numbered'): Signers {
	return z
		.object({ signer: z.array(z.record(z.unknown())).default([]) }, { errorMap: notFilled })
		.default({})
		.transform(({ signer }) =>
			signer.map((entry, at) => ({ ...entry, order: orderFor(signingOrder, at, entry.order) })),
		)
		.pipe(signers(facts));
}

function orderFor(signingOrder: SigningOrder, at: number, typed: unknown): unknown {
	if (signingOrder === 'numbered') return typed;
	return signingOrder === 'listed' ? at + 1 : undefined;
}

/** From a JSON field: text, or a list that an expression answers with. */
export function signersFromJson(facts: Facts): Signers {
	const { version } = facts;
	const entry = z
		.record(z.unknown(), { invalid_type_error: 'must be an object such as {"email": "…"}' })
		.superRefine((given, refinement) => {
			const fault = unknownName(given, version) ?? twoPlacements(given);
			if (fault) refinement.addIssue({ code: 'custom', ...fault });
		})
		.transform(withKinds);
	return ParsedJson.transform((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
		.pipe(z.array(entry))
		.pipe(signers(facts));
}

const notFilled = () => ({ message: 'must be a list of signers' });

export const ParsedJson = z.unknown().transform((value, refinement) => {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		refinement.addIssue({
			code: 'custom',
			message: 'is not valid JSON; check quotes, commas and brackets',
		});
		return z.NEVER;
	}
});

const everywhere = ['kind', 'email', 'firstName', 'lastName', 'mobileNumber', 'order'];
const places = ['placement', 'formField', 'positions'];
const sinceV2 = ['language', 'notify', 'identityReference', 'requireEvidence'];
export const signerNames: Record<ApiVersion, string[]> = {
	v1: [...everywhere, 'issuingCountry', 'provider', ...places],
	v2: [...everywhere, ...sinceV2, ...places],
	v3: [...everywhere, ...sinceV2, 'groupId', 'documents', ...places, 'formFieldDocument'],
};

/** A misspelt name would otherwise be lost without a word. */
function unknownName(given: Record<string, unknown>, version: ApiVersion) {
	const name = Object.keys(given).find((key) => !signerNames[version].includes(key));
	if (name === undefined) return undefined;
	const known = signerNames[version].join(', ');
	return { path: [name], message: `is not known in version ${version}; known are ${known}` };
}

function twoPlacements({ formField, positions }: Record<string, unknown>) {
	if (!formField || !positions) return undefined;
	return {
		path: ['formField'],
		message: 'cannot be combined with positions; a signer has one or the other, so remove one',
	};
}

/** What somebody who writes JSON need not say, since the other members say it. */
function withKinds(given: Record<string, unknown>): Record<string, unknown> {
	const { email, groupId, formField, positions } = given;
	const identity = [
		'firstName',
		'lastName',
		'mobileNumber',
		'identityReference',
		'requireEvidence',
	];
	const hasIdentity = identity.some((name) => Boolean(given[name]));
	const kind = groupId ? 'group' : !hasIdentity ? 'account' : email ? 'both' : 'noAccount';
	const placement = formField ? 'formField' : positions ? 'position' : 'free';
	return { kind, placement, ...given };
}

function signers({ version, documentCount }: Facts) {
	return z
		.array(signerSchema(version))
		.min(1, 'has no entry; add a signer, or choose No Signers Yet')
		.superRefine((list, refinement) => {
			const fault = missingOrder(list) ?? missingDocument(list, documentCount);
			if (fault) refinement.addIssue({ code: 'custom', ...fault });
		});
}

function missingOrder(list: Signer[]) {
	const without = list.findIndex(({ order }) => order === undefined);
	if (without === -1 || list.every(({ order }) => order === undefined)) return undefined;
	return {
		path: [without, 'order'],
		message: 'is missing; give every signer a number, or none of them',
	};
}

function missingDocument(list: Signer[], documentCount: number) {
	for (const [index, signer] of list.entries()) {
		const isBeyond = (number = 0) => number > documentCount;
		const chosen = signer.documents;
		const message = `names a document that the request does not have; it has ${documentCount}`;
		if (chosen?.some(isBeyond)) return { path: [index, 'documents'], message };
		const placed = placedDocuments(signer);
		const stray = placed.find(
			({ document }) =>
				isBeyond(document) || (chosen && document !== undefined && !chosen.includes(document)),
		);
		if (!stray) continue;
		const reason = isBeyond(stray.document)
			? message
			: 'names a document that this signer does not sign; add it to Documents or choose another';
		return { path: [index, ...stray.path], message: reason };
	}
	return undefined;
}

function placedDocuments(
	signer: Signer,
): Array<{ document?: number; path: Array<string | number> }> {
	switch (signer.placement) {
		case 'free':
			return [];
		case 'formField':
			return [{ document: signer.formFieldDocument, path: ['formFieldDocument'] }];
		case 'position':
			return signer.positions.map(({ document }, at) => ({
				document,
				path: ['positions', at, 'document'],
			}));
	}
}
