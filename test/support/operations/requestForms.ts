/** Random forms of Create, Update and Add that break no rule, as n8n hands them over. */

import { fc } from '../jest/property';

export type Version = 'v1' | 'v2' | 'v3';
export type Dialect = 'contract' | 'public';

/** Who speaks what; the public regions describe no version 1. */
export const speeches: Array<[Dialect, Version]> = [
	['contract', 'v1'],
	['contract', 'v2'],
	['contract', 'v3'],
	['public', 'v2'],
	['public', 'v3'],
];

/** Of a document, where a form asks for a corner of it. */
export const pages = { count: 9, width: 2100, height: 2100 };

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== '');
const email = fc
	.emailAddress({ size: 'small' })
	.filter((value) => /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(value));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** A field of the form that may be left empty. */
const orEmpty = (value: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), value);
const measure = fc.double({ min: -2000, max: 2000, noNaN: true });
const length = fc.integer({ min: 1, max: 2000 });
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
export const uuid = fc.uuid();

const pageNumber = fc.integer({ min: 1, max: 500 });
const position = (documentCount: number) =>
	fc.record({
		pageNumber: fc.oneof(pageNumber, pageNumber.map(String)),
		x: measure,
		y: measure,
		width: length,
		height: length,
		rotation: fc.constantFrom(undefined, 0, 90, -12.5),
		document: fc.nat(documentCount),
	});

const placement = (version: Version, documentCount: number) =>
	fc.oneof(
		fc.record({ placement: fc.constant('free') }),
		fc.record({
			placement: fc.constant('formField'),
			formField: text,
			formFieldDocument: fc.nat(documentCount),
		}),
		fc.record({
			placement: fc.constant('corner'),
			corner: fc.constantFrom('bottomLeft', 'bottomRight', 'topLeft', 'topRight'),
			onPage: fc.constantFrom('first', 'last', 'number'),
			pageNumber: fc.integer({ min: 1, max: pages.count }),
			width: length,
			height: length,
			rotation: fc.constantFrom(undefined, 0, 90),
			cornerDocument: fc.nat(documentCount),
		}),
		fc.record({
			placement: fc.constant('position'),
			positions: fc.record({
				position: fc.array(position(documentCount), {
					minLength: 1,
					maxLength: version === 'v1' ? 1 : 4,
				}),
			}),
		}),
	);

const identityV1 = {
	firstName: text,
	lastName: text,
	mobileNumber: text,
	issuingCountry: fc.tuple(letter, letter).map((letters) => letters.join('')),
	provider: text,
};
const identityV2 = {
	firstName: orEmpty(text),
	lastName: text,
	mobileNumber: orEmpty(text),
	identityReference: orEmpty(text),
	requireEvidence: fc.boolean(),
};

const person = (version: Version) => {
	const identity: Record<string, fc.Arbitrary<string | boolean>> = version === 'v1'
		? identityV1
		: identityV2;
	const people = [
		fc.record({ kind: fc.constant('accountRequired'), email }),
		fc.record({ kind: fc.constant('withoutAccount'), email: orEmpty(email), ...identity }),
		fc.record({ kind: fc.constant('email'), email, ...identity }),
		fc.record({ kind: fc.constant('email'), email }),
	];
	const groups = [fc.record({ kind: fc.constant('group'), groupId: text })];
	return fc.oneof(...people, ...(version === 'v3' ? groups : []));
};

const invitation = fc.record({
	language: fc.constantFrom('', 'en', 'de', 'fr', 'it'),
	notify: fc.boolean(),
});

/** v3 of the public regions has a language for identity data only, and the form refuses others. */
const languageFor = (kind: string, speech: [Dialect, Version]) => {
	const isRefused =
		speech.join() === 'public,v3' && (kind === 'accountRequired' || kind === 'group');
	return isRefused ? { language: '' } : {};
};

export const signersForm = (
	version: Version,
	documentCount: number,
	dialect: Dialect = 'contract',
) =>
	fc
		.tuple(
			fc.boolean(),
			fc.array(
				fc.tuple(person(version), invitation, placement(version, documentCount), fc.nat(1_000_000)),
				{
					minLength: 1,
					maxLength: 6,
				},
			),
		)
		.map(([isOrdered, entries]) => ({
			signer: entries.map(([who, how, where, order]) => ({
				...who,
				...(version === 'v1' ? {} : { ...how, ...languageFor(who.kind, [dialect, version]) }),
				...where,
				...(isOrdered && { order }),
			})),
		}));

/** Not `fc.webUrl()`, which takes seconds to set out. */
const address = fc
	.tuple(fc.domain(), text, text)
	.map(([host, ...words]) => [host, ...words.map(encodeURIComponent)])
	.map(([host, path, query]) => `https://${host}/${path}?q=${query}`);

/** Everything besides signers and documents. */
export const otherParts = fc.record({
	title: text,
	message: maybe(text),
	quality: fc.constantFrom(undefined, 'SES', 'AES', 'QES', 'AES_MINIMAL', 'PART11'),
	legislation: fc.constantFrom('ZERTES', 'EIDAS'),
	readAccess: maybe(fc.array(email, { maxLength: 3 })),
	writeAccess: maybe(fc.array(email, { maxLength: 3 })),
	ccEmailAddresses: maybe(fc.array(email, { maxLength: 3 })),
	custom: maybe(text),
	creator: maybe(email),
	attachOnSuccess: maybe(
		fc.subarray<'SIGNED_DOCUMENT' | 'SIGNATURE_PROTOCOL'>([
			'SIGNED_DOCUMENT',
			'SIGNATURE_PROTOCOL',
		]),
	),
	expiresAt: maybe(fc.constant('2027-01-31')),
	callbackUrls: fc.record(
		{ success: address, update: address, error: address },
		{ requiredKeys: [] },
	),
});

const shownPosition = fc.record({
	page: fc.nat(9).map(String),
	x: measure,
	y: measure,
	width: length,
	height: length,
	rotation: fc.constantFrom(undefined, null, 0, 90),
});

/** A service may show all ways to say where at once, and an image with or without its bytes. */
const shownVisual = fc.oneof(
	fc.constant(null),
	fc.record({
		position: maybe(shownPosition),
		positions: maybe(fc.array(shownPosition, { maxLength: 3 })),
		form_field: fc.option(text),
		image: fc.constantFrom(undefined, null, {}, { content_type: 'image/png' }),
	}),
);

/** Signers as requests show them, in every case with enough to know them again. */
export const shownSignatures = (documentIds: string[]) =>
	fc.array(
		fc.record({
			sid: uuid,
			account_email: email,
			signer_email_address: fc.oneof(email, uuid),
			signer_identity_data: maybe(
				fc.record({
					first_name: text,
					last_name: fc.option(text),
					email_address: fc.option(email),
					mobile_number: maybe(text),
					language: fc.constantFrom('de', null),
					provider: maybe(text),
					evidence_id: fc.option(uuid),
				}),
			),
			signer_group_id: fc.constant(undefined),
			status_code: fc.constantFrom('OPEN', 'SIGNED'),
			sequence: fc.constant(-1),
			order: fc.constant(-1),
			notify: fc.boolean(),
			language: fc.constantFrom(undefined, 'de', 'en'),
			visual_signature: shownVisual,
			document_signatures: fc.tuple(...documentIds.map((id) => documentSignature(id))),
		}),
		{ maxLength: 4 },
	);

const documentSignature = (document_id: string) =>
	fc.record({ document_id: fc.constant(document_id), visual_signature: shownVisual });

/** What Update may change besides the signers. */
export const changedParts = otherParts.map(({ callbackUrls, ...parts }) => ({
	...parts,
	successUrl: callbackUrls.success,
	updateUrl: callbackUrls.update,
	errorUrl: callbackUrls.error,
}));
