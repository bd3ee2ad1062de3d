import { docx, paragraph } from '../../../support/files/docx.ts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { InputItem, RunResult } from '../../../support/engine/engine.ts';
import { smallPdf } from '../../../support/files/pdf.ts';
import { byId } from '../../../support/service/service.ts';
import { when } from '../row.ts';
import type { Case, Form, RefusedForm, Row, Stage, StateRefusal } from '../row.ts';
import { ANN, BOB, EVE, inDays, oneOf, pdfItem, record, UNKNOWN } from '../scene.ts';
import { expectShown } from './request.rows.ts';
import { expectSigners, fullSigners, GROUP, signingItem } from './signerForms.ts';

const ann = { signers: { signer: [{ kind: 'email', email: ANN }] } };
const listed = (signer: INodeParameters[]) => ({ signers: { signer } });

/** What the node has sent as the body of the new request. */
const sentBody = ({ service }: Stage) =>
	service.wire.findLast(
		({ method, path }) => method === 'POST' && /\/signature-requests$/.test(path),
	)!.body as IDataObject;

const newest = ({ service }: Stage) => service.sandbox.store.requests.at(-1)!;

/** A custom address takes it in version 3 alone. */
const takesExpiry = ({ version, dialect }: Pick<Stage, 'version' | 'dialect'>) =>
	version === 'v3' || (version === 'v2' && dialect === 'public');

/** Everything under Options, in the words of the form. */
async function allOptions(stage: Stage): Promise<INodeParameters> {
	const { service, version } = stage;
	return {
		otherFields: '{ "brand_new": 7 }',
		readAccess: BOB,
		sendOnRetry: true,
		timeoutSeconds: 30,
		writeAccess: EVE,
		...(version !== 'v1' && {
			attachOnSuccess: ['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL'],
			ccEmailAddresses: `${BOB}, ${EVE}`,
			custom: 'order 7',
			creator: ANN,
		}),
		...(takesExpiry(stage) && { expiresAt: inDays(9) }),
		...(version === 'v3' && {
			deleteLeftovers: '={{ true }}',
			moreDocumentIds: await service.addDocument('Annex'),
		}),
	};
}

/** That everything under Options has arrived. */
function expectOptions(stage: Stage): void {
	const { version, dialect } = stage;
	const request = newest(stage);
	expect(request.readAccess).toContain(BOB);
	expect(request.writeAccess).toContain(EVE);
	expect(sentBody(stage).brand_new).toBe(7);
	if (version === 'v1') return;
	expect(request).toMatchObject({
		attachOnSuccess: ['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL'],
		custom: 'order 7',
		creator: ANN,
	});
	const copies =
		version === 'v3' && dialect === 'public'
			? request.observers.map(({ who }) => who)
			: request.ccEmailAddresses;
	expect(copies).toEqual([BOB, EVE]);
	expect(request.expiresAt).toBe(takesExpiry(stage) ? inDays(9) : undefined);
	if (version !== 'v3') return;
	expect(request.documentIds).toHaveLength(2);
}

/** The forms of every new request, with and without callbacks. */
async function fullForms(stage: Stage, more: INodeParameters[]): Promise<Form[]> {
	const { service, version, dialect } = stage;
	const entries: INodeParameters[] = fullSigners(stage).map((entry, at) => ({
		...entry,
		order: at + 1,
	}));
	const common = { title: 'Offer', message: 'Please sign', simplify: false };
	const weight = { quality: 'AES', legislation: 'EIDAS' };
	const isDraft = (parameters: INodeParameters) => 'initiate' in parameters && version === 'v3';
	const seen = (parameters: INodeParameters, check: () => void) => (result: RunResult) => {
		const request = newest(stage);
		expect(request).toMatchObject({
			status: isDraft(parameters) ? 'DRAFT' : 'OPEN',
			title: 'Offer',
			message: 'Please sign',
			legislation: 'EIDAS',
		});
		expect(sentBody(stage)).toMatchObject(weight);
		if (result.run.status !== 'waiting') expectShown(result, stage, request.id);
		check();
	};
	const form = (
		own: INodeParameters,
		{ items, check }: { items?: InputItem[]; check: () => void },
		at: number,
	): Form => {
		const options = { ...(own.options as object), ...(more[at]?.options as object) };
		const parameters: INodeParameters = { ...common, ...weight, ...own, ...more[at], options };
		return { parameters, items, seen: seen(parameters, check) };
	};
	const documentId = await service.addDocument('There before');
	const chosen =
		version === 'v3'
			? { documentIds: { document: [{ documentId: byId(documentId) }] } }
			: { documentId: byId(documentId) };
	const json = [
		{ email: ANN, order: 1 },
		{ email: BOB, order: 2 },
	];
	const anyFile = dialect === 'public' ? anyFileForms(stage) : [];
	return [
		form(
			{
				source: 'binary',
				binaryPropertyName: 'file',
				signingOrder: 'numbered',
				...listed(entries),
				options: await allOptions(stage),
			},
			{
				items: [await signingItem('file')],
				check: () => {
					expectSigners(stage, newest(stage), entries);
					expectOptions(stage);
				},
			},
			0,
		),
		form(
			{
				source: 'base64',
				content: smallPdf.toString('base64'),
				signerInput: 'json',
				signersJson: JSON.stringify(json),
			},
			{
				check: () =>
					expect(newest(stage).signatures.map(({ email, order }) => ({ email, order }))).toEqual(
						json,
					),
			},
			1,
		),
		form(
			{ source: 'url', fileUrl: stage.pdfAddress, signerInput: 'none' },
			{ check: () => expect(newest(stage).signatures).toEqual([]) },
			2,
		),
		form(
			{ source: 'document', ...chosen, signingOrder: 'listed', ...ann },
			{ check: () => expect(newest(stage).documentIds).toEqual([documentId]) },
			3,
		),
		form(
			{ source: 'text', text: 'I agree.', ...ann },
			{ check: () => expect(newest(stage).signatures).toHaveLength(1) },
			3,
		),
		...anyFile.map(({ own, items }) =>
			form(
				own,
				{ items, check: () => expect(newest(stage).signatures).toMatchObject([{ email: ANN }]) },
				3,
			),
		),
	];
}

const TAGGED = Buffer.from('Lease\n\n{{sign: Tenant}}\n');

/** A file that becomes a PDF first, from wherever it comes; the last one has no tags. */
function anyFileForms({ pdfAddress }: Stage): Array<{ own: INodeParameters; items?: InputItem[] }> {
	const tags = {
		...{ source: 'anyFile', signerInput: 'tags', compress: '={{ true }}', compressFor: 'web' },
		signerEmails: { signer: [{ name: 'tenant', email: ANN }] },
		...{ makePdfA: true, pdfALevel: 'pdfa-2u', allowDowngrade: '={{ false }}' },
		options: { force: '={{ true }}', waitSeconds: 60 },
	};
	const content = TAGGED.toString('base64');
	return [
		{
			own: { ...tags, fileSource: 'binary', binaryPropertyName: 'file' },
			items: [{ files: { file: { bytes: TAGGED, fileName: 'Lease.txt' } } }],
		},
		{ own: { ...tags, fileSource: 'base64', content, fileName: 'Lease.txt' } },
		{ own: { source: 'anyFile', fileSource: 'url', fileUrl: pdfAddress, ...ann } },
		...templateForms(tags),
	];
}

const TEMPLATE = docx(paragraph('Dear {{tenant}}') + paragraph('{{sign: Tenant}}'));

/** A Word file that is filled before it becomes a PDF. */
function templateForms(
	tags: INodeParameters,
): Array<{ own: INodeParameters; items?: InputItem[] }> {
	const values = { tenant: 'Ann' };
	const mapped = { mappingMode: 'defineBelow', value: values, matchingColumns: [], schema: [] };
	const options = { ...(tags.options as object), locale: 'de-CH', missingValues: 'empty' };
	const common = { ...tags, source: 'template', options };
	const inForm = {
		fileSource: 'base64',
		content: TEMPLATE.toString('base64'),
		fileName: 'Lease.docx',
	};
	return [
		{
			own: {
				...{ ...common, fileSource: 'binary', binaryPropertyName: 'file' },
				...{ valuesFrom: 'fields', exampleData: '{"tenant": "Ann"}', templateValues: mapped },
			},
			items: [{ files: { file: { bytes: TEMPLATE, fileName: 'Lease.docx' } } }],
		},
		{ own: { ...common, ...inForm, valuesFrom: 'json', valuesJson: JSON.stringify(values) } },
	];
}

const v3Only = ({ version }: { version: string }) => version === 'v3';

const rule = (
	title: string,
	parameters: INodeParameters,
	says: RegExp,
	only?: Case<RefusedForm>['only'],
): Case<RefusedForm> => ({
	title,
	only,
	arrange: async () => ({
		parameters: { ...ann, ...parameters },
		items: [await signingItem()],
		says,
	}),
});

const place = { pageNumber: 1, x: 1, y: 1, width: 10, height: 10 };
/** Of a list in the form; signers.schema.test.ts has those of a list in JSON. */
const signerRules: Array<Case<RefusedForm>> = [
	rule('a list without signers', { signers: {} }, /Signers is empty[^]*Add a signer/),
	rule('JSON that was never filled in', { signerInput: 'json' }, /Signers \(JSON\) is empty/),
	rule(
		'a page that is counted from 0',
		listed([
			{
				...{ kind: 'email', email: ANN, placement: 'position' },
				positions: { position: [{ ...place, page: 1 }] },
			},
		]),
		/Positions > Position 1 > Page isn't a property here[^]*Write "pageNumber": 2/,
	),
	rule(
		'documents that are not counted from 1',
		listed([{ kind: 'email', email: ANN, documents: '0' }]),
		/Documents to Sign isn't a list of document numbers[^]*The first document is 1/,
		v3Only,
	),
	rule(
		'a place on a document that the signer does not sign',
		{
			...listed([
				{
					...{ kind: 'email', email: ANN, documents: '1', placement: 'formField' },
					...{ formField: byId('a'), formFieldDocument: 2 },
				},
			]),
			options: { moreDocumentIds: UNKNOWN },
		},
		/On Document is a document that this signer doesn't sign[^]*Add it to Documents/,
		v3Only,
	),
	rule(
		'a property in the JSON that does not apply',
		{ signerInput: 'json', signersJson: JSON.stringify([{ email: ANN, width: 100 }]) },
		/Signers \(JSON\) > entry 1 > width doesn't apply to placement free[^]*corner/,
	),
];

const contentRules: Array<Case<RefusedForm>> = [
	rule(
		'tags in a document that is not prepared',
		{ signerInput: 'tags' },
		/Specify Signers is From Tags in the Document, but[^]*Choose Document From: Any File/,
	),
	rule(
		'a template to fill at a custom address',
		{ source: 'template' },
		/Word Template isn't available at the address in this credential/,
		({ dialect }) => dialect === 'contract',
	),
	rule(
		'a value that the template needs',
		{
			...{ source: 'template', fileSource: 'base64', fileName: 'Lease.docx' },
			content: TEMPLATE.toString('base64'),
		},
		/"tenant" has no value[^]*Nothing was sent/,
		({ dialect }) => dialect === 'public',
	),
	rule(
		'a file to prepare at a custom address',
		{ source: 'anyFile' },
		/Any File \(Prepare First\) isn't available at the address in this credential/,
		({ dialect }) => dialect === 'contract',
	),
	rule(
		'an email twice for one signer in the tags',
		{
			...{ source: 'anyFile', signerInput: 'tags' },
			signerEmails: { signer: ['Tenant', ' tenant'].map((name) => ({ name, email: ANN })) },
		},
		/Signer Emails > Signer 2 > Name in the Tag is listed twice[^]*Remove one of the two entries/,
		({ dialect }) => dialect === 'public',
	),
	...signerRules,
	when('a file that is no PDF', () => ({
		parameters: ann,
		items: [pdfItem(Buffer.from('Dear Ann'))],
		says: /"Contract.pdf" isn't a PDF[^]*Nothing was sent/,
	})),
	rule(
		'a document without any name',
		{ source: 'base64', content: smallPdf.toString('base64') },
		/Title is empty[^]*Enter a title/,
	),
	rule(
		'text in letters that the PDF cannot show',
		{ source: 'text', title: 'Offer', text: 'Fine 👍' },
		/Text contains "👍" \(U\+1F44D\), which[^]*send a PDF instead/,
	),
	rule(
		'a quality that needs a law, without one',
		{ quality: 'QES', legislation: '' },
		/Legislation is missing, and QES needs it[^]*Choose ZERTES or EIDAS/,
	),
	rule(
		'several files before v3',
		{ binaryPropertyName: 'data, logo' },
		/has several files, but API Version V\d sends only one/,
		({ version }) => version !== 'v3',
	),
	rule(
		'no document at all',
		{ source: 'document', documentIds: {} },
		/Documents is empty[^]*Add a document/,
		v3Only,
	),
	rule(
		'more than fifty documents',
		{
			options: {
				moreDocumentIds: Array.from({ length: 50 }, (_, at) =>
					UNKNOWN.replace(/^../, String(at + 10)),
				).join(),
			},
		},
		/51 documents, more than 50[^]*Nothing was sent/,
		v3Only,
	),
	rule(
		'a day in the past',
		{ options: { expiresAt: '2020-01-01' } },
		/Expires On is in the past[^]*Choose today or a later day/,
		takesExpiry,
	),
	rule(
		'an expiry date that version v2 does not take',
		{ options: { expiresAt: inDays(9) } },
		/Expires On doesn't exist in API Version V2 at a custom address[^]*Choose V3/,
		(cell) => cell.version === 'v2' && !takesExpiry(cell),
	),
	rule(
		'another field that has one of its own',
		{ options: { otherFields: '{ "title": "x" }' } },
		/Other Fields \(JSON\) > title has a separate field/,
	),
	rule(
		'another field that is filled in twice',
		{ message: 'Hello', options: { otherFields: '{ "message": "x" }' } },
		/message also has a value in its own field/,
	),
	rule(
		'other fields that are no object',
		{ options: { otherFields: '[]' } },
		/Other Fields \(JSON\).* isn't an object/,
	),
];

const contentRefusals: Array<Case<StateRefusal>> = [
	when(
		'evidence where Express QES is off',
		({ service }) => {
			service.sandbox.settings.features.expressQes = false;
			return {
				parameters: listed([
					{ kind: 'withoutAccount', email: 'zoe@example.com', requireEvidence: '={{ true }}' },
				]),
				items: [pdfItem()],
				status: 403,
				says: /hasn't activated this feature for your business[^]*activate the feature/,
			};
		},
		({ version }) => version !== 'v1',
	),
	when(
		'groups that are not activated',
		({ service }) => {
			service.sandbox.settings.features.groups = false;
			return {
				parameters: listed([{ kind: 'group', groupId: GROUP }]),
				items: [pdfItem()],
				status: 403,
				says: /hasn't activated signer groups[^]*one by one[^]*Skribble still has: uploaded document/,
			};
		},
		v3Only,
	),
	when(
		'expiry dates that are not activated',
		({ service }) => {
			service.sandbox.settings.features.expiresAt = false;
			return {
				parameters: { ...ann, options: { expiresAt: inDays(9), deleteLeftovers: '={{ true }}' } },
				items: [pdfItem()],
				status: 403,
				says: /hasn't activated expiry dates[^]*deleted again/,
			};
		},
		v3Only,
	),
];

const ofAnyFile = [
	...['allowDowngrade', 'compress', 'compressFor', 'fileName', 'fileSource', 'makePdfA'],
	...['options.force', 'options.waitSeconds', 'pdfALevel'],
	...['signerEmails.signer.email', 'signerEmails.signer.name'],
	...['exampleData', 'options.locale', 'options.missingValues', 'templateValues'],
	...['valuesFrom', 'valuesJson'],
];

const NEEDS_SIGNERS = { signers: 'a request without signers is a choice of its own' };
const COMMON = {
	sendsFile: true,
	minimalNeeds: NEEDS_SIGNERS,
	cannotFill: (cell: Parameters<typeof takesExpiry>[0]): Record<string, string> => ({
		...(cell.version === 'v2' &&
			!takesExpiry(cell) && { 'options.expiresAt': 'custom addresses take it in v3 only' }),
		...(cell.dialect === 'contract' &&
			Object.fromEntries(ofAnyFile.map((path) => [path, 'custom addresses do not prepare files']))),
	}),
} as const;

const callbackUrl = 'http://127.0.0.1:9/hook';

const create: Row = {
	operation: 'create',
	...COMMON,
	refusals: contentRefusals,
	hasOwnBodies: ({ version, dialect }) => version === 'v2' && dialect === 'public',
	minimal: (stage) => ({
		parameters: ann,
		items: [pdfItem()],
		seen: (result) => {
			const request = record(stage, oneOf(result).json.id);
			const { store } = stage.service.sandbox;
			expectShown(result, stage, request.id);
			expect(request).toMatchObject({ status: 'OPEN', title: 'Contract', callbackUrls: {} });
			expect(request.signatures).toMatchObject([{ kind: 'account', email: ANN, order: -1 }]);
			const [documentId] = request.documentIds;
			expect(store.contentOf(store.document(documentId!)!).equals(smallPdf)).toBe(true);
			expect(store.mails.filter(({ requestId }) => requestId === request.id)).toMatchObject([
				{ kind: 'invitation', to: ANN },
			]);
		},
	}),
	full: async (stage) => {
		const own = {
			callbacks: 'manual',
			callbackSuccessUrl: `${callbackUrl}/success?id=SERVICE_SIGNATURE_REQUEST_ID&b=%20`,
			callbackUpdateUrl: `${callbackUrl}/update`,
			callbackErrorUrl: `${callbackUrl}/error`,
			options: { itemsAtOnce: 2 },
		};
		const trigger = {
			callbacks: 'triggerUrl',
			callbackAddress: callbackUrl,
			callbackEvents: ['success'],
		};
		const here = { callbacks: 'trigger', callbackPath: 'hook', callbackTestUrl: true };
		const draft = stage.version === 'v3' ? { initiate: '={{ false }}' } : {};
		const more = [own, trigger, { ...here, ...draft }];
		const [first, second, third, ...rest] = await fullForms(stage, more);
		return [
			withCheck(first!, () =>
				expect(newest(stage).callbackUrls).toEqual({
					success: `${callbackUrl}/success?id=SERVICE_SIGNATURE_REQUEST_ID&b=%20`,
					update: `${callbackUrl}/update`,
					error: `${callbackUrl}/error`,
				}),
			),
			withCheck(second!, () => {
				const { success, update, error } = newest(stage).callbackUrls;
				expect(success).toMatch(
					/^http:\/\/127\.0\.0\.1:9\/hook\?.*(SERVICE|SKRIBBLE)_SIGNATURE_REQUEST_ID/,
				);
				expect([update, error]).toEqual([undefined, undefined]);
			}),
			withCheck(third!, () => {
				const { success, update, error } = newest(stage).callbackUrls;
				for (const url of [success, update, error]) {
					expect(url).toMatch(/^http:\/\/127\.0\.0\.1:5678\/webhook-test\/hook\?event=/);
				}
				const placeholder = stage.dialect === 'public' ? 'SKRIBBLE_SIGNATURE_ID' : null;
				expect(new URL(update!).searchParams.get('sid')).toBe(placeholder);
			}),
			...rest,
		];
	},
	rules: [
		...contentRules,
		rule(
			'a trigger without any event',
			{ callbacks: 'triggerUrl', callbackAddress: callbackUrl, callbackEvents: [] },
			/Events is empty[^]*Choose at least one event/,
		),
		rule(
			'a Path that n8n reads as a variable',
			{ callbacks: 'trigger', callbackPath: 'orders/:id' },
			/isn't the end of a webhook URL/,
		),
	],
};

const withCheck = (form: Form, check: () => void): Form => ({
	...form,
	seen: async (result) => {
		await form.seen(result);
		check();
	},
});

const HOUR_MS = 3_600_000;

const sendAndWait: Row = {
	operation: 'sendAndWait',
	...COMMON,
	minimal: (stage) => ({
		parameters: ann,
		items: [pdfItem()],
		seen: ({ run }) => {
			expect(run.status).toBe('waiting');
			const request = newest(stage);
			expect(request).toMatchObject({ status: 'OPEN', title: 'Contract' });
			expect(Object.keys(request.callbackUrls).sort()).toEqual(['error', 'success', 'update']);
			expect(Object.values(request.callbackUrls)[0]).toMatch(/^http:\/\/127\.0\.0\.1:5678\//);
		},
	}),
	full: async (stage) => {
		const fails = { failUnlessSigned: true, failIfQualityNotMet: true };
		const wait = { limitAmount: 2, limitUnit: 'hours', ...fails };
		const files = { downloadDocuments: true, outputPropertyName: 'signed' };
		const resuming = { resumeBy: 'both', remindEveryDays: 2, remindAtMost: 2 };
		const forms = await fullForms(stage, [
			{ ...wait, ...files, options: { itemsAtOnce: 2, ...resuming } },
			{ ...wait, downloadDocuments: false },
		]);
		return forms.map((form, at) =>
			at > 1
				? form
				: {
						...form,
						seen: async (result) => {
							await form.seen(result);
							const { status, waitTill } = result.run;
							expect(status).toBe('waiting');
							expect(waitTill!.getTime() - Date.now()).toBeLessThan(3 * HOUR_MS);
						},
					},
		);
	},
	// All others are those of Create, by the same code.
	refusals: [],
};

export const createRows: Row[] = [create, sendAndWait];
