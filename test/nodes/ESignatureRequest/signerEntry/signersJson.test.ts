/** Every property that a signer in JSON may have: it is sent, or refused by its name. */
import type { IDataObject } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { INodeTypeDescription } from 'n8n-workflow';
import { signerEntryFields } from '../../../../nodes/ESignatureRequest/signerEntry/signer.fields';
import { signerProperties } from '../../../../nodes/ESignatureRequest/signerEntry/signerProperties';
import { signaturesOf } from '../../../../nodes/ESignatureRequest/signerEntry/signer.body';
import {
	languageFault,
	listedSigners,
	newSigners,
	signersFromJson,
} from '../../../../nodes/ESignatureRequest/signerEntry/signers.schema';
import { rulesOf } from '../../../../nodes/shared/account/dialect';
import type { Dialect, Version } from '../../../support/operations/requestForms';

type Placement = 'free' | 'formField' | 'corner' | 'position';
type Kind = 'email' | 'accountRequired' | 'withoutAccount' | 'group';

type Value = IDataObject[string];

interface Entry extends IDataObject {
	kind: Kind;
}

interface Case {
	version: Version;
	dialect: Dialect;
	kind: Kind;
	placement: Placement;
}

const FIELD = 'Signature1';
const place = { pageNumber: 1, x: 10, y: 20, width: 100, height: 40 };

/** Everyone who can sign, with what a version needs to know of them. */
function entryOf({ kind, version, placement }: Case): Entry {
	const names = { firstName: 'Ann', lastName: 'Lee', mobileNumber: '+41790000000' };
	const identity =
		version === 'v1' ? { ...names, issuingCountry: 'CH', provider: 'swisscom_ra_app' } : names;
	const email = { email: 'ann@example.com' };
	const people: Record<Kind, IDataObject> = {
		email: { ...email, ...identity },
		accountRequired: email,
		withoutAccount: identity,
		group: { groupId: 'gr_board' },
	};
	const placements: Record<Placement, IDataObject> = {
		free: {},
		formField: { formField: FIELD },
		corner: { corner: 'bottomRight' },
		position: { positions: [place] },
	};
	return { kind, placement, ...people[kind], ...placements[placement] };
}

const since = (first: Version) => (one: Case) => one.version >= first;
const ofKind =
	(...kinds: Kind[]) =>
	({ kind }: Case) =>
		kinds.includes(kind);
const at =
	(...placements: Placement[]) =>
	({ placement }: Case) =>
		placements.includes(placement);
const hasIdentity = ofKind('email', 'withoutAccount');
const isV1 = ({ version }: Case) => version === 'v1';
const both = (first: (one: Case) => boolean, second: (one: Case) => boolean) => (one: Case) =>
	first(one) && second(one);
const everyone = () => true;

/** A value for each property, when it applies, and what the service then gets. */
const properties: Array<[string, Value, (one: Case) => boolean, RegExp]> = [
	[
		'email',
		'zoe@example.com',
		(one) =>
			ofKind('email', 'accountRequired')(one) || both(ofKind('withoutAccount'), since('v2'))(one),
		/"zoe@example.com"/,
	],
	['firstName', 'Zenobia', hasIdentity, /"first_name":"Zenobia"/],
	['lastName', 'Quill', hasIdentity, /"last_name":"Quill"/],
	['mobileNumber', '+41791112233', hasIdentity, /"mobile_number":"\+41791112233"/],
	['issuingCountry', 'LI', both(hasIdentity, isV1), /"issuing_country":"LI"/],
	['provider', 'other', both(hasIdentity, isV1), /"provider":"other"/],
	[
		'identityReference',
		'staff 7',
		both(hasIdentity, since('v2')),
		/"identity_reference":"staff 7"/,
	],
	[
		'requireEvidence',
		true,
		both(hasIdentity, since('v2')),
		/"identification_require_evidence":true/,
	],
	['groupId', 'gr_team', (one) => one.kind === 'group', /"signer_group_id":"gr_team"/],
	['order', 7, everyone, /"(order|sequence)":1\b/],
	[
		'language',
		'it',
		(one) =>
			one.version === 'v2' ||
			(one.version === 'v3' && (one.dialect === 'contract' || hasIdentity(one))),
		/"language":"it"/,
	],
	['notify', false, since('v2'), /"notify":false/],
	['documents', [2], since('v3'), /"document_signatures":\[\{"document_id":"second"/],
	['formField', FIELD, at('formField'), new RegExp(`"form_field":"${FIELD}"`)],
	['formFieldDocument', 1, both(at('formField'), since('v3')), /\{"document_id":"second"\}/],
	['positions', [{ ...place, pageNumber: 2 }], at('position'), /"page":"1","x":10,"y":20/],
	['corner', 'topLeft', at('corner'), /"page":"1","x":40/],
	['onPage', 'first', at('corner'), /"page":"0"/],
	['pageNumber', 1, at('corner'), /"page":"0"/],
	['width', 123, at('corner'), /"width":123/],
	['height', 77, at('corner'), /"height":77/],
	['rotation', 90, at('corner'), /"rotation":90/],
	['cornerDocument', 1, both(at('corner'), since('v3')), /\{"document_id":"second"\}/],
	['image', 'logo', at('formField', 'corner', 'position'), /"content":"bG9nbw=="/],
	...['page', 'position', 'visual_signature', 'account_email', 'mail'].map(
		(name): [string, Value, () => boolean, RegExp] => [name, '1', () => false, /./],
	),
];

/** What is wrong with an entry, with the name of its property, or what is sent for it. */
function outcomeOf(entry: Entry, { dialect, version }: Omit<Case, 'kind' | 'placement'>) {
	const rules = rulesOf(dialect, version);
	const { data, error } = signersFromJson(newSigners(version)).safeParse([entry]);
	const [signer] = data ?? [];
	const fault = error?.issues[0] ?? languageFault(signer!, rules);
	if (fault) return { fault: `${fault.path.join('.')} ${fault.message}` };
	// In place of the file.
	const loadedImage = { mediaType: 'image/png', bytes: Buffer.from('logo') };
	const withImage = { ...signer!, ...(entry.image !== undefined && { loadedImage }) };
	const documentIds = version === 'v3' ? ['first', 'second'] : ['first'];
	const pages = documentIds.map(() => ({ count: 2, width: 595, height: 842 }));
	return {
		sent: JSON.stringify(signaturesOf([withImage], { version, rules, documentIds, pages })),
	};
}

const kinds: Kind[] = ['email', 'accountRequired', 'withoutAccount', 'group'];
const placements: Placement[] = ['free', 'formField', 'corner', 'position'];
const versions: Version[] = ['v1', 'v2', 'v3'];
const dialects: Dialect[] = ['contract', 'public'];

it.each(dialects.flatMap((dialect) => versions.map((version) => [dialect, version] as const)))(
	'of someone new (%s, %s)',
	(dialect, version) => {
		const people = [
			...kinds.map((kind) => ({ kind, placement: 'free' as const })),
			...placements.slice(1).map((placement) => ({ kind: 'email' as const, placement })),
		].filter(({ kind }) => kind !== 'group' || version === 'v3');
		const outcomes = people.flatMap((one) =>
			properties.map(([name, value, applies, shows]) => {
				const of: Case = { ...one, version, dialect };
				const { fault = '', sent = '' } = outcomeOf({ ...entryOf(of), [name]: value }, of);
				const isAsItShould = applies(of) ? shows.test(sent) : RegExp(`\\b${name}\\b`).test(fault);
				return isAsItShould ? [] : [`${name} of ${of.kind}, ${of.placement}: ${fault}${sent}`];
			}),
		);
		expect(outcomes.flat()).toEqual([]);
	},
);

it('are all tried here', () => {
	const names = signerProperties.map(({ field }) => field.name).filter((name) => name !== 'sid');
	expect(properties.map(([name]) => name)).toEqual(expect.arrayContaining(names));
});

it.each(versions.flatMap((version) => kinds.map((kind) => [version, kind] as const)))(
	'are in the form where they apply (%s, %s)',
	(version, kind) => {
		if (kind === 'group' && version !== 'v3') return;
		const root = { apiVersion: version, operation: 'create', signingOrder: 'numbered' };
		const isShown = (field: (typeof signerEntryFields)[number]) =>
			NodeHelpers.displayParameter(
				{ kind },
				field,
				{ typeVersion: 1 },
				{ name: 'n' } as INodeTypeDescription,
				root,
			);
		const shown = signerEntryFields.filter(isShown).map(({ name }) => name);
		const dialect: Dialect = 'contract';
		const applying = properties
			.filter(([, , applies]) => applies({ kind, version, dialect, placement: 'free' }))
			.map(([name]) => name);
		expect(shown.filter((name) => !['kind', 'placement'].includes(name)).sort()).toEqual(
			applying.sort(),
		);
	},
);

it.each(versions)('of someone who stays in the request: nothing but an order (%s)', (version) => {
	const schema = signersFromJson(listedSigners(version));
	const taken = properties.filter(([name, value]) => {
		const { error } = schema.safeParse([{ sid: 's1', [name]: value }]);
		if (!error) return true;
		const [{ path, message }] = error.issues as [(typeof error.issues)[number]];
		expect(`${path.join('.')} ${message}`).toMatch(RegExp(`\\b${name}\\b`));
		return false;
	});
	expect(taken.map(([name]) => name)).toEqual(['order']);
});
