/** Random forms of Create that break no rule, as n8n hands them over. */
import fc from 'fast-check';

export type Version = 'v1' | 'v2' | 'v3';

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

const position = (documentCount: number) =>
	fc.record({
		page: fc.oneof(fc.nat(500), fc.nat(500).map(String)),
		x: measure,
		y: measure,
		width: length,
		height: length,
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
		fc.record({ kind: fc.constant('account'), email }),
		fc.record({ kind: fc.constant('noAccount'), email: orEmpty(email), ...identity }),
		fc.record({ kind: fc.constant('both'), email, ...identity }),
	];
	const groups = [fc.record({ kind: fc.constant('group'), groupId: text })];
	return fc.oneof(...people, ...(version === 'v3' ? groups : []));
};

const flow = fc.record({
	language: fc.constantFrom('', 'en', 'de', 'fr', 'it'),
	notify: fc.boolean(),
});

export const signersForm = (version: Version, documentCount: number) =>
	fc
		.tuple(
			fc.boolean(),
			fc.array(fc.tuple(person(version), flow, placement(version, documentCount), fc.integer()), {
				minLength: 1,
				maxLength: 6,
			}),
		)
		.map(([isOrdered, entries]) => ({
			signer: entries.map(([who, how, where, order]) => ({
				...who,
				...(version === 'v1' ? {} : how),
				...where,
				...(isOrdered && { order }),
			})),
		}));

const address = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true });

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
	attachOnSuccess: maybe(fc.subarray(['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL'])),
	expiresAt: maybe(fc.constant('2027-01-31')),
	callbackUrls: fc.record(
		{ success: address, update: address, error: address },
		{ requiredKeys: [] },
	),
});
