import { equalSigners } from '../../../../nodes/ESignatureRequest/signerEntry/signer.schema';
import {
	documentFault,
	languageFault,
	listedSigners,
	mobileNumberFault,
	newSigners,
	signersFromForm,
	signersFromJson,
} from '../../../../nodes/ESignatureRequest/signerEntry/signers.schema';
import { rulesOf } from '../../../../nodes/shared/account/dialect';

type Version = 'v1' | 'v2' | 'v3';
const ann = { email: 'ann@example.com' };
const place = { pageNumber: 1, x: 0, y: 0, width: 10, height: 10 };
const identityV1 = {
	firstName: 'A',
	lastName: 'B',
	mobileNumber: '1',
	issuingCountry: 'CH',
	provider: 'p',
};

describe('signers as JSON', () => {
	it.each<[string, unknown, object]>([
		['someone with or without an account by their email', ann, { kind: 'email' }],
		['no account by identity data alone', { firstName: 'Ann' }, { kind: 'withoutAccount' }],
		['email and identity data', { ...ann, firstName: 'Ann' }, { kind: 'email' }],
		['a group by its id', { groupId: 'gr_1' }, { kind: 'group' }],
		['a place by its form field', { ...ann, formField: 'S' }, { placement: 'formField' }],
		['a place by its positions', { ...ann, positions: [place] }, { placement: 'position' }],
		[
			'what is said in so many words',
			{ ...ann, firstName: 'A', kind: 'withoutAccount' },
			{ kind: 'withoutAccount' },
		],
	])('recognise %s', (_title, entry, expected) => {
		expect(signersFromJson(newSigners('v3')).parse([entry])).toMatchObject([expected]);
	});

	it.each<[Version, object]>([
		['v1', identityV1],
		['v2', { firstName: 'A' }],
	])('lose what cannot be seen of a mobile number (%s)', (version, identity) => {
		const copied = { ...identity, mobileNumber: '\u202a+41 79 123 45 67\u202c' };
		expect(signersFromJson(newSigners(version)).parse([copied])).toMatchObject([
			{ mobileNumber: '+41 79 123 45 67' },
		]);
	});

	it('may have empty values for what they do not have, as a table does', () => {
		const empty = { firstName: '', mobileNumber: null, groupId: ' ', requireEvidence: false };
		const parsed = signersFromJson(newSigners('v3')).parse([
			{ ...ann, ...empty, formField: '', width: null },
		]);
		expect(parsed).toEqual([{ kind: 'email', ...ann, placement: 'free' }]);
	});

	it.each([2, '2'])('have a corner on the page with the number %p', (pageNumber) => {
		const [signer] = signersFromJson(newSigners('v2')).parse([
			{ ...ann, corner: 'topLeft', pageNumber },
		]);
		expect(signer).toMatchObject({ placement: 'corner', pageNumber: 2 });
		expect(signer).not.toHaveProperty('onPage');
	});

	it('come as text, as a list or as one object', () => {
		const schema = signersFromJson(newSigners('v2'));
		expect(schema.parse(JSON.stringify([ann]))).toEqual(schema.parse([ann]));
		expect(schema.parse(ann)).toEqual(schema.parse([ann]));
	});

	it.each<[Version, unknown, RegExp]>([
		['v2', '[{', /^ .*isn't valid JSON/],
		['v2', ['ann@example.com'], /^0 .*isn't an object/],
		['v2', [], /^ .*is empty Add a signer, or choose No Signers Yet/],
		[
			'v2',
			{ mail: 'a' },
			/^0\.mail .*isn't a property of signers in API Version V2 Use one of kind, email/,
		],
		['v2', { ...ann, formField: 'S', positions: [place] }, /^0\.formField .*can't be combined/],
		['v2', { email: 'ann' }, /^0\.email .*isn't an email/],
		['v2', { ...ann, firstName: 0 }, /^0\.firstName .*isn't text/],
		['v2', { kind: 'withoutAccount' }, /^0\.email .*is empty, and so are name and mobile number/],
		['v2', { ...ann, kind: 'robot' }, /^0\.kind .*isn't email, accountRequired, or withoutAccount/],
		['v2', [{ ...ann, order: 1 }, ann], /^1\.order .*all signers a number, or none/],
		['v2', { ...ann, order: 'first' }, /^0\.order .*isn't a number/],
		['v2', { ...ann, language: 'es' }, /^0\.language .*isn't one of en, fr, de, it/],
		['v2', { ...ann, positions: place }, /^0\.positions .*a list of positions/],
		['v2', { ...ann, positions: [] }, /^0\.positions .*Add a position/],
		['v1', { ...ann, positions: [place, place] }, /^0\.positions .*V1 accepts one/],
		['v1', { ...ann, firstName: 'A' }, /^0\.lastName .*API Version V1 needs it/],
		['v1', { ...ann, provider: 'p' }, /^0\.firstName .*API Version V1 needs it/],
		['v1', { ...identityV1, provider: '' }, /^0\.provider .*API Version V1 needs it/],
		['v1', { ...identityV1, lastName: undefined }, /^0\.lastName .*API Version V1 needs it/],
		['v1', { ...identityV1, issuingCountry: 'CHE' }, /^0\.issuingCountry .*isn't a country code/],
		['v3', { ...ann, documents: 'first' }, /^0\.documents .*isn't a list of document numbers/],
		['v3', { ...ann, documents: {} }, /^0\.documents .*isn't a list of document numbers/],
		...[
			...['pageNumber', 'x', 'y', 'width', 'height'].map((name) => [name, null, 'is empty']),
			...[0, 1.5, 'last'].map((page) => ['pageNumber', page, "(must be 1|.*isn't a)"]),
			['height', 0, 'must be 1 or more'],
		].map(([name, value, words]): [Version, unknown, RegExp] => [
			'v2',
			{ ...ann, positions: [{ ...place, [name!]: value }] },
			RegExp(`^0\\.positions\\.0\\.${name} ${words}`),
		]),
		[
			'v2',
			{ ...ann, positions: [{ page: '2', x: 0, y: 0, width: 10, height: 10 }] },
			/^0\.positions\.0\.page .*isn't a property here Write "pageNumber": 3 instead of "page": 2/,
		],
		[
			'v2',
			{ ...ann, positions: [{ ...place, page: 0 }] },
			/^0\.positions\.0\.page .*Write "pageNumber": 1/,
		],
		[
			'v2',
			{ ...ann, positions: [{ ...place, page: -1.5 }] },
			/^0\.positions\.0\.page .*Write "pageNumber": 1 instead of "page": 0/,
		],
		['v2', { ...ann, corner: 'topLeft', page: 1 }, /^0\.page .*Write "pageNumber": 2/],
		...[{ position: { page: '0' } }, { visual_signature: { position: { page: '0' } } }].map(
			(shown): [Version, unknown, RegExp] => [
				'v2',
				{ ...ann, ...shown },
				RegExp(`^0\\.${Object.keys(shown)[0]} .*Write positions, such as .*The first page is 1`),
			],
		),
		[
			'v2',
			{ ...ann, positions: [{ name: 'Sig', signed: false, positions: [] }] },
			/^0\.positions\.0\.name .*isn't a property of positions Use one of pageNumber, x, y/,
		],
		['v2', { ...ann, corner: 'topLeft', pageNumber: 0 }, /^0\.pageNumber .*1 or more/],
		['v2', { ...ann, corner: 'topLeft', onPage: 'number' }, /^0\.pageNumber .*is missing/],
		[
			'v2',
			{ ...ann, corner: 'topLeft', onPage: 'last', pageNumber: 2 },
			/^0\.pageNumber .*doesn't apply with onPage last/,
		],
		[
			'v2',
			{ ...ann, positions: [{ ...place, document: 1 }] },
			/^0\.positions\.0\.document .*in API Version V2/,
		],
		['v2', { ...ann, sid: 's1' }, /^0\.sid .*in API Version V2/],
	])('refuse, in %s, %j', (version, given, says) => {
		const { error } = signersFromJson(newSigners(version)).safeParse(given);
		const [{ path, message }] = error!.issues as [(typeof error & object)['issues'][number]];
		expect(`${path.join('.')} ${message.replace('\n', ' ')}`).toMatch(says);
	});
});

it.each<[string, object, string | undefined, RegExp?]>([
	['all documents', ann, undefined],
	['one of the two', { ...ann, documents: [2] }, undefined],
	['a document too many', { ...ann, documents: [3] }, 'documents', /has 2 documents/],
	[
		'a place on a document too many',
		{ ...ann, positions: [{ ...place, document: 3 }] },
		'positions.0.document',
		/has 2 documents/,
	],
	[
		'a place on a document that is not signed',
		{ ...ann, documents: 1, formField: 'S', formFieldDocument: 2 },
		'formFieldDocument',
		/doesn't sign/,
	],
])('in a request with two documents a signer names %s', (_title, entry, path, reason = /^$/) => {
	const [signer] = signersFromJson(newSigners('v3')).parse([entry]);
	const fault = documentFault(signer!, 2);
	expect(fault?.path.join('.')).toBe(path);
	expect(fault?.message ?? '').toMatch(reason);
});

describe('signers of a request that is there already', () => {
	const schema = signersFromJson(listedSigners('v2'));

	it('are named by their sid, and may get another place in the order', () => {
		expect(
			schema.parse([
				{ sid: 's1', order: 2 },
				{ ...ann, order: 1 },
			]),
		).toMatchObject([
			{ kind: 'existing', sid: 's1', order: 2 },
			{ kind: 'email', email: 'ann@example.com', order: 1 },
		]);
	});

	it('come from the list of the form as a choice', () => {
		const signer = [{ kind: 'existing', sid: { mode: 'list', value: 's1' } }];
		expect(signersFromForm(listedSigners('v2'), 'any').parse({ signer })).toEqual([
			{ kind: 'existing', sid: 's1' },
		]);
	});

	it.each<[string, unknown, string, RegExp]>([
		['no one', [], '', /choose Signers: Remove All/],
		['an empty choice', [{ kind: 'existing', sid: '' }], '0.sid', /is empty/],
		['a bad newcomer', [{ sid: 's1' }, { email: 'bob' }], '1.email', /isn't an email/],
	])('refuse %s', (_title, given, path, reason) => {
		const { error } = schema.safeParse(given);
		expect(error?.issues[0]?.path.join('.')).toBe(path);
		expect(error?.issues[0]?.message).toMatch(reason);
	});
});

describe('signers of the form', () => {
	it('ignore what the chosen kind hides', () => {
		const signer = [
			{
				kind: 'accountRequired',
				...ann,
				firstName: 'Left over',
				placement: 'free',
				formField: 'x',
			},
		];
		expect(signersFromForm(newSigners('v2')).parse({ signer })).toEqual([
			{ kind: 'accountRequired', ...ann, placement: 'free' },
		]);
	});

	it.each([
		['any', [undefined, undefined]],
		['listed', [1, 2]],
	] as const)('forget numbers of an order that is not asked for: %s', (signingOrder, expected) => {
		const entry = { kind: 'email', ...ann, placement: 'free' };
		const signer = [{ ...entry, order: 7 }, entry];
		const list = signersFromForm(newSigners('v2'), signingOrder).parse({ signer });
		expect(list.map(({ order }) => order)).toEqual(expected);
	});

	it('say that a group needs v3', () => {
		const signer = [{ kind: 'group', groupId: 'gr_1', placement: 'free' }];
		const { error } = signersFromForm(newSigners('v2')).safeParse({ signer });
		expect(error?.issues[0]?.message).toMatch(/needs API Version V3/);
	});

	it.each([[{}], [{ signer: null }]])('want at least one entry', (given) => {
		expect(signersFromForm(newSigners('v2')).safeParse(given).error?.issues[0]?.message).toMatch(
			/Add a signer/,
		);
	});
});

it.each<[string, object[], number[][]]>([
	[
		'the same email in other letters',
		[ann, { email: 'ANN@example.com', firstName: 'A' }],
		[[0, 1]],
	],
	[
		'the same person without account',
		[{ firstName: 'A', mobileNumber: '+41 79' }, ann, { firstName: 'a', mobileNumber: '+4179' }],
		[[0, 2]],
	],
	['the same group', [{ groupId: 'g' }, { groupId: 'g' }, { groupId: 'h' }], [[0, 1]]],
	['different people', [ann, { email: 'bob@example.com' }, { firstName: 'Ann' }], []],
])('equal identities are found: %s', (_title, given, expected) => {
	expect(equalSigners(signersFromJson(newSigners('v3')).parse(given))).toEqual(expected);
});

it.each<[string, object, RegExp | undefined]>([
	[
		'someone with an account',
		{ ...ann, kind: 'accountRequired', language: 'de' },
		/can't be set for someone with an acc/,
	],
	['a group', { groupId: 'g', language: 'de' }, /can't be set for a group/],
	['no language', ann, undefined],
	['someone without an account', { firstName: 'Ann', language: 'de' }, undefined],
	['someone with or without one', { ...ann, language: 'de' }, undefined],
	['someone who stays', { sid: 's1' }, undefined],
])(
	'v3 of the public regions has a language for identity data only: %s',
	(_title, given, reason) => {
		const [signer] = signersFromJson(listedSigners('v3')).parse([given]);
		const fault = languageFault(signer!, rulesOf('public', 'v3'));
		expect(fault?.path).toEqual(reason && ['language']);
		expect(fault?.message ?? '').toMatch(reason ?? /^$/);
		expect(languageFault(signer!, rulesOf('contract', 'v3'))).toBeUndefined();
		expect(languageFault(signer!, rulesOf('public', 'v2'))).toBeUndefined();
	},
);

it('in version 1, the form begins with an identity provider, which alone is no identity data', () => {
	const signer = [{ kind: 'email', ...ann, provider: 'swisscom_ra_app', placement: 'free' }];
	expect(signersFromForm(newSigners('v1')).parse({ signer })).toEqual([
		{ kind: 'email', ...ann, placement: 'free' },
	]);
});

it.each<[string, object, string | undefined, boolean]>([
	['no number, and QES', { firstName: 'Ann' }, 'QES', true],
	['no number, and AES Minimal', { firstName: 'Ann' }, 'AES_MINIMAL', true],
	['no number, and SES', { firstName: 'Ann' }, 'SES', false],
	['no number, and the usual quality', { firstName: 'Ann' }, undefined, false],
	['a number, and QES', { firstName: 'Ann', mobileNumber: '+41' }, 'QES', false],
	['perhaps an account, and QES', ann, 'QES', false],
	['who stays, and QES', { sid: 's1' }, 'QES', false],
])('a signer without an account has a mobile number: %s', (_title, given, quality, isRefused) => {
	const [signer] = signersFromJson(listedSigners('v2')).parse([given]);
	expect(mobileNumberFault(signer!, quality)?.path).toEqual(
		isRefused ? ['mobileNumber'] : undefined,
	);
});
