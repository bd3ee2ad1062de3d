import { z } from 'zod/v3';

import type { Rules } from '../../shared/account/dialect';
import type { ApiVersion } from '../../shared/client/call';
import { field } from '../../shared/form/field';
import type { Values } from '../../shared/form/field';
import { ParsedJson, isBlank, unlessEmpty } from '../../shared/form/readers';
import type { SchemaFor } from '../../shared/form/readers';
import { namesByPlacement, placementNames } from '../../shared/positions/placement';
import { serviceNameFault } from '../../shared/positions/position';
import { listedSignerSchema, namesOfKind, signerSchema } from './signer.schema';
import type { ListedSigner, Signer } from './signer.schema';
import { isIdentity, kinds, namesIn, signerProperties } from './signerProperties';

/** Who can be an entry of the list. */
export interface Entries<S extends ListedSigner> {
	version: ApiVersion;
	names: string[];
	schema: SchemaFor<S>;
	whenEmpty: string;
}

/** For a new request. */
export function newSigners(version: ApiVersion): Entries<Signer> {
	return {
		version,
		names: signerNames(version),
		schema: signerSchema(version),
		whenEmpty: 'is empty\nAdd a signer, or choose No Signers Yet.',
	};
}

/** For a request that is there already: those in it can be listed too. */
export function listedSigners(version: ApiVersion): Entries<ListedSigner> {
	return {
		version,
		names: [...new Set([...signerNames(version), ...namesIn(version, ['existing'])])],
		schema: listedSignerSchema(version),
		whenEmpty: 'is empty\nAdd a signer, or choose Signers: Remove All.',
	};
}

export const signingOrderField = field({
	displayName: 'Signing Order',
	name: 'signingOrder',
	type: 'options',
	default: 'any',
	options: [
		{ name: 'Any Order', value: 'any', description: 'If everyone can sign at the same time' },
		{
			name: 'As Listed',
			value: 'listed',
			description: 'If one signs after the other, from the top',
		},
		{
			name: 'By Number',
			value: 'numbered',
			description: 'If some sign at the same time, others later',
		},
	],
	displayOptions: { show: { signerInput: ['list'] } },
	description:
		'Order of signing. V3, and V2 at custom addresses, invite everyone at the same time anyway.',
});
type SigningOrder = Values<[typeof signingOrderField]>['signingOrder'];

/** As the form keeps its list; a number counts only where the form asks for numbers. */
export function signersFromForm<S extends ListedSigner>(
	entries: Entries<S>,
	signingOrder: SigningOrder = 'numbered',
): SchemaFor<S[]> {
	return z
		.object(
			{ signer: z.array(z.record(z.unknown())).nullish() },
			{ errorMap: unlessEmpty("isn't a list of signers") },
		)
		.transform(({ signer }) =>
			(signer ?? []).map((entry, at) => ({
				...entry,
				order: orderFor(signingOrder, at, entry.order),
			})),
		)
		.pipe(signers(entries));
}

function orderFor(signingOrder: SigningOrder, at: number, typed: unknown): unknown {
	if (signingOrder === 'numbered') return typed;
	return signingOrder === 'listed' ? at + 1 : undefined;
}

/** From a JSON field: text, or a list that an expression answers with. */
export function signersFromJson<S extends ListedSigner>(entries: Entries<S>): SchemaFor<S[]> {
	const entry = z
		.record(z.unknown(), {
			invalid_type_error: 'isn\'t an object\nWrite each signer like {"email": "ann@example.com"}.',
		})
		.superRefine((given, refinement) => {
			const fault =
				unknownName(given, entries) ??
				twoPlacements(given) ??
				misplaced(withKinds(given), given, entries.version) ??
				twoPages(given) ??
				positionInDocument(given, entries.version);
			if (fault) refinement.addIssue({ code: 'custom', ...fault });
		})
		.transform(withKinds);
	return ParsedJson.transform((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
		.pipe(z.array(entry))
		.pipe(signers(entries));
}

/** What JSON can say of someone new. */
export function signerNames(version: ApiVersion): string[] {
	const ofDocuments = version === 'v3' ? ['formFieldDocument', 'cornerDocument'] : [];
	return ['kind', ...namesIn(version), ...placementNames, ...ofDocuments];
}

/** A misspelt name would otherwise be silently lost. */
function unknownName(
	given: Record<string, unknown>,
	{ version, names }: Pick<Entries<ListedSigner>, 'version' | 'names'>,
) {
	const name = Object.keys(given).find((key) => !names.includes(key));
	if (name === undefined) return undefined;
	const known = names.join(', ');
	const message =
		serviceNameFault(name, given[name]) ??
		`isn't a property of signers in API Version ${version.toUpperCase()}\nUse one of ${known}.`;
	return { path: [name], message };
}

/** What the service has no place for in this signer would otherwise be silently lost. */
function misplaced(
	{ kind, placement }: Record<string, unknown>,
	given: Record<string, unknown>,
	version: ApiVersion,
) {
	const ofKind = namesOfKind(kind, version);
	const ofPlacement = namesByPlacement.get(String(placement));
	const placementsWith = (name: string) =>
		[...namesByPlacement].flatMap(([one, names]) => (names.includes(name) ? one : []));
	for (const name of Object.keys(given).filter((one) => isGiven(one, given[one]))) {
		const owners = kind === 'existing' ? [] : placementsWith(name);
		// What has an unknown kind or placement is refused for that.
		const known = owners.length > 0 ? ofPlacement : ofKind;
		if (!known || known.includes(name)) continue;
		const message =
			owners.length > 0
				? `doesn't apply to placement ${String(placement)}\nRemove it, or use placement ${owners.join(' or ')}.`
				: `doesn't apply to signers of kind ${String(kind)} in API Version ${version.toUpperCase()}\nRemove it, or use another kind.`;
		return { path: [name], message };
	}
	return undefined;
}

/** A list from a table has a value for each column; evidence that is not required is nothing to send. */
function isGiven(name: string, value: unknown): boolean {
	const isUsual = String(value) === 'false' && isOffByDefault(name);
	return !isBlank(value) && !isUsual;
}

function isOffByDefault(name: string): boolean {
	return signerProperties.some(({ field }) => field.name === name && field.default === false);
}

function twoPlacements(given: Record<string, unknown>) {
	const [first, second] = ['formField', 'positions', 'corner'].filter((name) =>
		isGiven(name, given[name]),
	);
	if (first === undefined || second === undefined) return undefined;
	return {
		path: [first],
		message: `can't be combined with ${second}\nRemove one of the two.`,
	};
}

/** A form has a number that it does not show, so that only JSON can mean both. */
function twoPages({ onPage, pageNumber }: Record<string, unknown>) {
	if (isBlank(pageNumber) || isBlank(onPage) || onPage === 'number') return undefined;
	const message = `doesn't apply with onPage ${String(onPage)}\nRemove one of the two.`;
	return { path: ['pageNumber'], message };
}

function positionInDocument({ positions }: Record<string, unknown>, version: ApiVersion) {
	if (version === 'v3' || !Array.isArray(positions)) return undefined;
	const at = positions.findIndex(
		(position: { document?: unknown } | null) => !isBlank(position?.document),
	);
	if (at < 0) return undefined;
	return {
		path: ['positions', at, 'document'],
		message: `doesn't exist in API Version ${version.toUpperCase()}\nRemove it, or choose V3.`,
	};
}

const texts = [
	...signerProperties.filter(({ field }) => field.type === 'string').map(({ field }) => field.name),
	'formField',
];

/** As a form would give it: a member without a value is empty, not absent, and a number in a text field is text. */
function asForm(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(asForm);
	if (typeof value !== 'object') return value ?? null;
	const members = Object.entries(value ?? {}).map(([name, one]) => [
		name,
		isNumberInText(name, one) ? String(one) : asForm(one),
	]);
	return value && (Object.fromEntries(members) as unknown);
}

/** 0 is more likely to be nothing than a name, so it is left to be refused. */
function isNumberInText(name: string, value: unknown): boolean {
	return typeof value === 'number' && value !== 0 && texts.includes(name);
}

/** What JSON may leave out, since the other members imply it. */
function withKinds(written: Record<string, unknown>): Record<string, unknown> {
	const given = asForm(written) as Record<string, unknown>;
	const has = (...names: string[]) => names.some((name) => isGiven(name, given[name]));
	const identity = signerProperties.filter(isIdentity).map(({ field: one }) => one.name);
	const person = has(...identity) && !has('email') ? 'withoutAccount' : 'email';
	const kind = has('groupId') ? 'group' : person;
	if (has('sid')) return { kind: 'existing', ...given };
	const shown = has('formField') ? 'formField' : has('corner') ? 'corner' : 'free';
	const placement = has('positions') && shown !== 'formField' ? 'position' : shown;
	return { kind, placement, ...given };
}

function signers<S extends ListedSigner>({ schema, whenEmpty }: Entries<S>) {
	return z
		.array(schema)
		.min(1, whenEmpty)
		.superRefine((list, refinement) => {
			const fault = missingOrder(list);
			if (fault) refinement.addIssue({ code: 'custom', ...fault });
		});
}

function missingOrder(list: ListedSigner[]) {
	const without = list.findIndex(({ order }) => order === undefined);
	if (without === -1 || list.every(({ order }) => order === undefined)) return undefined;
	return {
		path: [without, 'order'],
		message: 'is missing\nGive all signers a number, or none.',
	};
}

/** What is wrong with the documents that signers name, once it is known how many there are. */
export function documentFault(
	signer: ListedSigner,
	documentCount: number,
): { path: Array<string | number>; message: string } | undefined {
	if (signer.kind === 'existing') return undefined;
	const isBeyond = (number = 0) => number > documentCount;
	const chosen = signer.documents;
	const message = `is too high: the request has ${documentCount} document${documentCount === 1 ? '' : 's'}\nEnter a lower number.`;
	if (chosen?.some(isBeyond)) return { path: ['documents'], message };
	const stray = placedDocuments(signer).find(
		({ document }) =>
			isBeyond(document) || (chosen && document !== undefined && !chosen.includes(document)),
	);
	if (!stray) return undefined;
	const reason = isBeyond(stray.document)
		? message
		: "is a document that this signer doesn't sign\nAdd it to Documents, or enter another number.";
	return { path: stray.path, message: reason };
}

/** Where entries are closed, a language has its place in the identity data, and account holders and groups have none. */
export function languageFault(
	signer: ListedSigner,
	{ signerEntries }: Rules,
): { path: string[]; message: string } | undefined {
	if (signerEntries === 'open' || signer.kind === 'existing') return undefined;
	if (kinds[signer.kind].invitedBy.includes('identity')) return undefined;
	if (signer.language === undefined) return undefined;
	const who = signer.kind === 'group' ? 'a group' : 'someone with an account';
	return {
		path: ['language'],
		message: `can't be set for ${who} in API Version V3 in this region\nLeave it at Default, choose Signer Type: Email, or choose V2.`,
	};
}

/** Skribble sends the confirmation code to a phone; where there is no account, it knows no number. */
export function mobileNumberFault(
	signer: ListedSigner,
	quality: unknown,
): { path: string[]; message: string } | undefined {
	const isStrong = ['AES', 'AES_MINIMAL', 'QES'].includes(String(quality));
	if (signer.kind !== 'withoutAccount' || !isStrong || signer.mobileNumber !== undefined) {
		return undefined;
	}
	return {
		path: ['mobileNumber'],
		message: `is empty, and a signer without an account needs it for ${String(quality)}\nFill it in, or choose Signer Type: Email.`,
	};
}

function placedDocuments(
	signer: Signer,
): Array<{ document?: number; path: Array<string | number> }> {
	switch (signer.placement) {
		case 'free':
			return [];
		case 'formField':
			return [{ document: signer.formFieldDocument, path: ['formFieldDocument'] }];
		case 'corner':
			return [{ document: signer.cornerDocument, path: ['cornerDocument'] }];
		case 'position':
			return signer.positions.map(({ document }, at) => ({
				document,
				path: ['positions', at, 'document'],
			}));
	}
}
