import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../../support/service/service.ts';
import { when, type Form, type Row, type Stage } from '../row.ts';
import {
	addOpenRequest,
	addRequest,
	ANN,
	BOB,
	EVE,
	notMyRequest,
	oneOf,
	onlyReadable,
	onRequest,
	pdfWithField,
	post,
	record,
	UNKNOWN,
} from '../scene.ts';
import { expectShown } from './request.rows.ts';
import { expectPerson, expectSigner, fullSigners, GROUP, signingItem } from './signerForms.ts';

/** A request of which one person signs first, and in which there is a field for a signature. */
async function addOrdered(stage: Stage): Promise<string> {
	const { version } = stage;
	const id = await stage.service.addDocument('Contract', await pdfWithField());
	const document =
		version === 'v3' ? { document_id: id, documents: [{ id }] } : { document_id: id };
	const who =
		version === 'v1'
			? { signer_email_address: EVE, order: 1 }
			: { account_email: EVE, sequence: 1 };
	const request = (await post(stage, `/${version}/signature-requests`, {
		title: 'Contract',
		...document,
		signatures: [who],
	})) as { id: string };
	return request.id;
}

const invitedTo = ({ service: { sandbox } }: Stage, id: string) =>
	sandbox.store.mails
		.filter(({ requestId, kind }) => requestId === id && kind === 'invitation')
		.map(({ to }) => to);

async function fullAddition(stage: Stage, entry: INodeParameters): Promise<Form> {
	const id = await addOrdered(stage);
	return {
		parameters: {
			requestId: byId(id),
			...entry,
			simplify: false,
			options: { order: 2, itemsAtOnce: 2 },
		},
		items: [await signingItem()],
		seen: (result) => {
			expectShown(result, stage, id);
			expect(oneOf(result).json).toHaveProperty('read_access');
			const added = record(stage, id).signatures.filter(({ order }) => order === 2);
			expect(added).toHaveLength(entry.kind === 'group' ? 2 : 1);
			for (const signature of added) expectSigner(stage, signature, entry);
		},
	};
}

const isV3 = ({ version }: { version: string }) => version === 'v3';

const add: Row = {
	operation: 'add',
	hasOwnBodies: ({ version, dialect }) => version === 'v2' && dialect === 'public',
	minimalNeeds: { email: 'a person has to be named, in this way or another' },
	minimal: onRequest(
		addOpenRequest,
		(result, stage, id) => {
			const { signatures } = record(stage, id);
			expect(signatures).toMatchObject([
				{ email: ANN },
				{ kind: 'account', email: BOB, order: -1 },
			]);
			expectShown(result, stage, id);
			expect(invitedTo(stage, id)).toEqual([ANN, BOB]);
		},
		{ parameters: { email: BOB } },
	),
	full: async (stage) =>
		await Promise.all(fullSigners(stage).map(async (entry) => await fullAddition(stage, entry))),
	rules: [
		when('a signer of whom nothing is known', () => ({
			parameters: { requestId: byId(UNKNOWN), kind: 'withoutAccount' },
			says: /Email is empty, and so are name and mobile number/,
		})),
		when('an image that is none', async () => ({
			parameters: {
				...{ requestId: byId(UNKNOWN), email: BOB },
				...{ placement: 'formField', formField: byId('a'), image: 'data' },
			},
			items: [await signingItem()],
			says: /The image "Contract.pdf" isn't a PNG/,
		})),
	],
	refusals: [
		// In v3 the documents of the request have to be known first.
		...notMyRequest({ email: BOB }).map((one) => ({
			...one,
			arrange: async (stage: Stage) => ({
				...(await one.arrange(stage)),
				sent: stage.version === 'v3' ? 0 : 1,
			}),
		})),
		onlyReadable({ email: BOB }),
		when(
			'groups that are not activated',
			async (stage) => {
				const { id } = await addRequest(stage);
				stage.service.sandbox.settings.features.groups = false;
				return {
					parameters: { requestId: byId(id), kind: 'group', groupId: GROUP },
					status: 403,
					says: /hasn't activated signer groups[^]*one by one/,
				};
			},
			isV3,
		),
		when(
			'a document that the request does not have',
			async (stage) => ({
				parameters: { requestId: byId((await addRequest(stage)).id), email: BOB, documents: '2' },
				says: /Documents to Sign is too high: the request has 1 document/,
				sent: 0,
			}),
			isV3,
		),
		when('a corner on a page that is not there', async (stage) => ({
			parameters: {
				...{ requestId: byId((await addRequest(stage)).id), email: BOB },
				...{ placement: 'corner', onPage: 'number', pageNumber: 3 },
			},
			says: /Page Number is 3, but the document has one page/,
			sent: 0,
		})),
		when('a corner that does not fit', async (stage) => ({
			parameters: {
				...{ requestId: byId((await addRequest(stage)).id), email: BOB },
				...{ placement: 'corner', width: 700 },
			},
			says: /Width is larger than the page of 595 by 842 points/,
			sent: 0,
		})),
		when(
			'a language for someone with an account',
			async (stage) => ({
				parameters: {
					...{ requestId: byId((await addRequest(stage)).id), email: BOB },
					...{ kind: 'accountRequired', language: 'de' },
				},
				says: /Language can't be set for someone with an account in API Version V3 in this region/,
				sent: 0,
			}),
			({ version, dialect }) => version === 'v3' && dialect === 'public',
		),
	],
};

const remove: Row = {
	operation: 'remove',
	minimal: onRequest(
		async (stage) => await addOpenRequest(stage, {}, [ANN, BOB]),
		(result, stage, id) => {
			expect(oneOf(result).json).toEqual({ deleted: true });
			expect(record(stage, id).signatures).toMatchObject([{ email: ANN }]);
		},
		{ parameters: { signer: byId(BOB) } },
	),
	full: async (stage) => {
		const { id } = await addOpenRequest(stage, {}, [ANN, BOB]);
		const [first] = record(stage, id).signatures;
		return [
			{
				parameters: { requestId: byId(id), signer: byId(first!.id), options: { itemsAtOnce: 2 } },
				seen: () => expect(record(stage, id).signatures).toMatchObject([{ email: BOB }]),
			},
		];
	},
	refusals: [
		...notMyRequest({ signer: byId(ANN) }, 0),
		when('someone who does not sign it', async (stage) => ({
			parameters: { requestId: byId((await addRequest(stage)).id), signer: byId(BOB) },
			says: /Signer: "bob@example.com" isn't in this request[^]*Use one of ann@/,
			sent: 0,
		})),
	],
};

/** Who signs; everything else is the same as before. */
const WHO = [
	...['kind', 'email', 'firstName', 'lastName', 'mobileNumber', 'groupId'],
	...['issuingCountry', 'provider', 'identityReference'],
];

async function fullReplacement(stage: Stage, entry: INodeParameters): Promise<Form> {
	const id = await addOrdered(stage);
	const who = Object.fromEntries(Object.entries(entry).filter(([name]) => WHO.includes(name)));
	return {
		parameters: {
			...{ requestId: byId(id), signer: byId(EVE), ...who },
			...{ simplify: false, options: { itemsAtOnce: 2 } },
		},
		seen: (result) => {
			expectShown(result, stage, id);
			const { signatures } = record(stage, id);
			expect(signatures).toHaveLength(entry.kind === 'group' ? 2 : 1);
			for (const signature of signatures) {
				expectPerson(stage, signature, who);
				expect(signature.order).toBe(1);
			}
		},
	};
}

const inPlaceOfAnn = (id: string, email = EVE) => ({
	requestId: byId(id),
	signer: byId(ANN),
	email,
});

const replace: Row = {
	operation: 'replace',
	minimalNeeds: { email: 'a person has to be named, in this way or another' },
	minimal: onRequest(
		addOpenRequest,
		(result, stage, id) => {
			expect(record(stage, id)).toMatchObject({
				status: 'OPEN',
				signatures: [{ kind: 'account', email: BOB, order: -1 }],
			});
			expectShown(result, stage, id);
			expect(invitedTo(stage, id)).toEqual([ANN, BOB]);
		},
		{ parameters: { signer: byId(ANN), email: BOB } },
	),
	full: async (stage) =>
		await Promise.all(fullSigners(stage).map(async (entry) => await fullReplacement(stage, entry))),
	refusals: [
		...notMyRequest({ signer: byId(ANN), email: BOB }, 0),
		when('someone who does not sign it', async (stage) => ({
			parameters: inPlaceOfAnn((await addRequest(stage, {}, [BOB])).id),
			says: /Signer: "ann@example.com" isn't in this request/,
			sent: 0,
		})),
		when('someone who has signed', async (stage) => {
			const { id } = await addOpenRequest(stage, {}, [ANN, BOB]);
			await stage.service.sandbox.people.sign(id, ANN);
			return {
				parameters: inPlaceOfAnn(id),
				says: /ann@example.com has signed already and can't be replaced\n[^]*Nothing was changed/,
				sent: 0,
			};
		}),
		when('a request that has ended', async (stage) => {
			const { id } = await addOpenRequest(stage, {}, [ANN, BOB]);
			stage.service.sandbox.people.decline(id, BOB);
			return {
				parameters: inPlaceOfAnn(id),
				says: /The request is DECLINED, so its signers can't be replaced\n[^]*Nothing was changed/,
				sent: 0,
			};
		}),
		when('someone who would have to sign twice', async (stage) => {
			const { id } = await addRequest(stage, {}, [ANN, BOB]);
			const sid = record(stage, id).signatures[0]!.id;
			return {
				parameters: inPlaceOfAnn(id, 'BOB@example.com'),
				says: new RegExp(`bob@example.com is already a signer of this request[^]*sid ${sid}`),
				sent: 0,
			};
		}),
		when('a signer without the phone that the quality needs', async (stage) => {
			const { id } = await addRequest(stage);
			record(stage, id).quality = 'AES';
			return {
				parameters: { ...inPlaceOfAnn(id), kind: 'withoutAccount' },
				says: /Mobile Number is empty/,
				sent: 0,
			};
		}),
	],
};

const getSignatureQualities: Row = {
	operation: 'getSignatureQualities',
	minimal: ({ service }) => {
		service.sandbox.settings.identified = { [ANN]: ['EIDAS'] };
		return {
			parameters: { email: ANN },
			seen: (result) => {
				expect(oneOf(result).json).toMatchObject({
					email: ANN,
					qes: { zertes: { quality: 'AES' }, eidas: { quality: 'QES' } },
				});
				expect(oneOf(result).json).not.toHaveProperty('seal');
			},
		};
	},
	full: () => [
		{
			parameters: { email: BOB, simplify: false, options: { itemsAtOnce: 2 } },
			seen: (result) =>
				expect(oneOf(result).json).toMatchObject({
					email: BOB,
					qes: { zertes: { quality: 'QES', legislation: 'ZERTES', provider: 'sandbox' } },
				}),
		},
	],
	explains: {
		'404': /doesn't show the signature quality of this person[^]*Check the email/,
	},
	refusals: [
		when('someone without an account', () => ({
			parameters: { email: 'zoe@example.com' },
			status: 404,
			says: /doesn't show the signature quality[^]*account have no quality yet/,
		})),
	],
};

export const signerRows: Row[] = [add, remove, replace, getSignatureQualities];
