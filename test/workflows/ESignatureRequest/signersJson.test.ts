import type { IDataObject } from 'n8n-workflow';
import { FIELD, PNG } from '../../sandbox/pdf/samples';
import type { InputItem } from '../../support/engine/engine';
import { byId, startService } from '../../support/service/service';
import type { Service } from '../../support/service/service';
import { pdfWithField } from '../matrix/scene';

type Version = 'v1' | 'v2' | 'v3';
type Dialect = 'contract' | 'public';
type Placement = 'free' | 'formField' | 'corner' | 'position';
type Kind = 'account' | 'noAccount' | 'both' | 'group';

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

const GROUP = 'gr_board';
const place = { pageNumber: 1, x: 10, y: 20, width: 100, height: 40 };

/** Everyone who can sign, with what a version needs to know of them. */
function entryOf({ kind, version, placement }: Case): Entry {
	const names = { firstName: 'Ann', lastName: 'Lee', mobileNumber: '+41790000000' };
	const identity =
		version === 'v1' ? { ...names, issuingCountry: 'CH', provider: 'swisscom_ra_app' } : names;
	const email = { email: 'ann@example.com' };
	const people: Record<Kind, IDataObject> = {
		account: email,
		noAccount: identity,
		both: { ...email, ...identity },
		group: { groupId: GROUP },
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
const hasIdentity = ofKind('noAccount', 'both');
const everyone = () => true;

/** A value for each property, when it applies, and what the service then gets. */
const properties: Array<[string, Value, (one: Case) => boolean, RegExp]> = [
	[
		'email',
		'zoe@example.com',
		(one) => ofKind('account', 'both')(one) || (ofKind('noAccount')(one) && since('v2')(one)),
		/"zoe@example.com"/,
	],
	['firstName', 'Zenobia', hasIdentity, /"first_name":"Zenobia"/],
	['lastName', 'Quill', hasIdentity, /"last_name":"Quill"/],
	['mobileNumber', '+41791112233', hasIdentity, /"mobile_number":"\+41791112233"/],
	[
		'issuingCountry',
		'LI',
		(one) => hasIdentity(one) && one.version === 'v1',
		/"issuing_country":"LI"/,
	],
	['provider', 'other', (one) => hasIdentity(one) && one.version === 'v1', /"provider":"other"/],
	[
		'identityReference',
		'staff 7',
		(one) => hasIdentity(one) && since('v2')(one),
		/"identity_reference":"staff 7"/,
	],
	[
		'requireEvidence',
		true,
		(one) => hasIdentity(one) && since('v2')(one),
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
	// Of two documents.
	['documents', [2], since('v3'), /^(?!.*document_id.*document_id).*document_id/],
	['formField', FIELD, at('formField'), new RegExp(`"form_field":"${FIELD}"`)],
	[
		'formFieldDocument',
		1,
		(one) => at('formField')(one) && since('v3')(one),
		/},\{"document_id":"[^"]*"\}\]/,
	],
	['positions', [{ ...place, pageNumber: 2 }], at('position'), /"page":"1","x":10,"y":20/],
	['corner', 'topLeft', at('corner'), /"page":"1","x":40/],
	['onPage', 'first', at('corner'), /"page":"0"/],
	['pageNumber', 1, at('corner'), /"page":"0"/],
	['width', 123, at('corner'), /"width":123/],
	['height', 77, at('corner'), /"height":77/],
	['rotation', 90, at('corner'), /"rotation":90/],
	[
		'cornerDocument',
		1,
		(one) => at('corner')(one) && since('v3')(one),
		/},\{"document_id":"[^"]*"\}\]/,
	],
	[
		'image',
		'logo',
		at('formField', 'corner', 'position'),
		new RegExp(PNG.toString('base64').slice(0, 40).replaceAll('+', '\\+')),
	],
	...['page', 'position', 'visual_signature', 'account_email', 'mail'].map(
		(name): [string, Value, () => boolean, RegExp] => [name, '1', () => false, /./],
	),
];

async function filesOf(version: Version): Promise<InputItem['files']> {
	const bytes = await pdfWithField();
	const logo = { bytes: PNG, fileName: 'logo.png', mediaType: 'image/png' };
	const data = { bytes, fileName: 'Contract.pdf' };
	return version === 'v3'
		? { data, annex: { bytes, fileName: 'Annex.pdf' }, logo }
		: { data, logo };
}

async function send(service: Service, version: Version, entries: Entry[]) {
	const files = await filesOf(version);
	const before = service.wire.length;
	const { outputs, error } = await service.request(
		'request',
		'create',
		{
			apiVersion: version,
			...(version === 'v3' && { initiate: false }),
			binaryPropertyName: version === 'v3' ? 'data, annex' : 'data',
			title: '={{ $json.title }}',
			signerInput: 'json',
			signersJson: '={{ $json.signers }}',
		},
		{
			items: entries.map((entry, at) => ({
				json: { title: `Number ${at}.`, signers: [entry] },
				files,
			})),
			settings: { onError: 'continueRegularOutput' },
		},
	);
	expect(error).toBeUndefined();
	const calls = service.wire.slice(before);
	const created = calls.flatMap(({ method, path, body }) =>
		method === 'POST' && path.endsWith('/signature-requests')
			? [body as { title: string; signatures: IDataObject[] }]
			: [],
	);
	return entries.map((_, at) => ({
		error: outputs[0]![at]!.json.error as string | undefined,
		sent: created
			.filter(({ title }) => title === `Number ${at}.`)
			.map(({ signatures }) => JSON.stringify(signatures)),
		calls,
	}));
}

const kinds: Kind[] = ['account', 'noAccount', 'both', 'group'];
const placements: Placement[] = ['free', 'formField', 'corner', 'position'];
const versions: Version[] = ['v1', 'v2', 'v3'];
const dialects: Dialect[] = ['contract', 'public'];
const services = dialects.flatMap((dialect) =>
	versions.map((version) => [dialect, version] as const),
);

it.each(services)(
	'every property of a signer in JSON is sent or refused by its name (%s, %s)',
	async (dialect, version) => {
		const service = await startService({
			dialect,
			groups: [GROUP, 'gr_team'].map((id) => ({ id, name: id, members: ['a@x.ch'] })),
		});
		const cases = [
			...kinds.map((kind) => ({ kind, placement: 'free' as const })),
			...placements.slice(1).map((placement) => ({ kind: 'account' as const, placement })),
		]
			.filter(({ kind }) => kind !== 'group' || version === 'v3')
			.flatMap((one) =>
				properties.map(([name, value, applies, shows]) => {
					const of: Case = { ...one, version, dialect };
					return {
						of,
						name,
						shows,
						applies: applies(of),
						entry: { ...entryOf(of), [name]: value },
					};
				}),
			);
		const results = await send(
			service,
			version,
			cases.map(({ entry }) => entry),
		);
		const fates = cases.map(({ of, name, applies, shows }, at) => {
			const { error = '', sent } = results[at]!;
			const isSent = error === '' && sent.length === 1 && shows.test(sent[0]!);
			const isRefused = new RegExp(`\\b${name}\\b`).test(error) && sent.length === 0;
			const fate = applies ? isSent : isRefused;
			return fate ? [] : [`${name} of ${of.kind}, ${of.placement}: ${error || sent.join()}`];
		});
		expect(fates.flat()).toEqual([]);
		const refused = cases.filter(({ applies }) => !applies).map(({ entry }) => entry);
		const [again] = await send(service, version, refused);
		expect(again!.calls).toEqual([]);
	},
);

it.each(services)(
	'whoever stays in the request has nothing but an order (%s, %s)',
	async (dialect, version) => {
		const service = await startService({ dialect });
		const person = version === 'v1' ? 'signer_email_address' : 'account_email';
		const { id } = await service.addRequest(version, {
			signatures: [{ [person]: 'ann@example.com' }],
		});
		const shown = await (await service.call(`/${version}/signature-requests/${id}`)).json();
		const [{ sid }] = (shown as { signatures: Array<{ sid: string }> }).signatures as [
			{ sid: string },
		];
		const names = properties.map(([name]) => name).filter((name) => name !== 'order');
		const update = async (entries: object[]) =>
			await service.request(
				'request',
				'update',
				{
					apiVersion: version,
					requestId: byId(id),
					signersChange: 'replace',
					signerInput: 'json',
					signersJson: '={{ $json.signers }}',
				},
				{
					items: entries.map((entry) => ({ json: { signers: [entry] } })),
					settings: { onError: 'continueRegularOutput' },
				},
			);
		const values = new Map(properties.map(([name, value]) => [name, value]));
		const { outputs } = await update(names.map((name) => ({ sid, [name]: values.get(name) })));
		expect(outputs[0]!.map(({ json }) => json.error)).toEqual(
			names.map((name) => expect.stringMatching(new RegExp(`\\b${name}\\b`)) as string),
		);
		expect(service.wire.filter(({ path }) => !path.endsWith('/login'))).toEqual([]);
		const changed = await update([{ sid, order: 7 }]);
		expect(changed.outputs[0]![0]!.json.error).toBeUndefined();
		const [put] = service.wire.filter(({ method }) => method === 'PUT');
		expect(JSON.stringify(put!.body)).toMatch(/"(order|sequence)":1\b/);
	},
);
