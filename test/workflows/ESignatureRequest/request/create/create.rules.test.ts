import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { byId, startService } from '../../../../support/service/service';

const ID = '11111111-2222-4333-8444-555555555555';
const pdfItem = (bytes = smallPdf) => ({ files: { data: { bytes, fileName: 'Contract.pdf' } } });
const signers = (...signer: INodeParameters[]) => ({ signers: { signer } });
const ann = { kind: 'account', email: 'ann@example.com' };
const identityV1 = {
	kind: 'noAccount',
	firstName: 'Ann',
	lastName: 'Lee',
	mobileNumber: '+41791234567',
	issuingCountry: 'CH',
};
const place = { pageNumber: 1, x: 0, y: 0, width: 10, height: 10 };
const v3 = { apiVersion: 'v3', ...signers(ann) };
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const json = (value: unknown) => ({ signerInput: 'json', signersJson: JSON.stringify(value) });
const fiftyOne = Array.from({ length: 51 }, (_, at) => ID.slice(0, -2) + String(at + 10));

describe('Create refuses before any call', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['no signer', { signers: {} }, /^Signers has no entry; add a signer, or choose No Signers Yet/],
		['an open row without a signer', {}, /^Signers, entry 1, Email is empty/],
		[
			'a bad email',
			signers(ann, { ...ann, email: 'bob' }),
			/^Signers, entry 2, Email "[^"]+" is not an email address/,
		],
		[
			'a nameless signer',
			signers({ kind: 'noAccount' }),
			/^Signers, entry 1, Email is empty.*say who signs/,
		],
		[
			'a group before v3',
			{ apiVersion: 'v2', ...json([{ groupId: 'gr_1' }]) },
			/^Signers \(JSON\), entry 1, groupId is not known in version v2/,
		],
		[
			'an empty group id',
			{ apiVersion: 'v3', ...signers({ kind: 'group' }) },
			/^Signers, entry 1, Group ID is empty/,
		],
		[
			'an order on some only',
			json([{ email: 'a@b.ch', order: 1 }, { email: 'c@d.ch' }]),
			/^Signers \(JSON\), entry 2, order is missing; give every signer a number, or none/,
		],
		[
			'an empty order',
			{
				signingOrder: 'numbered',
				...signers({ ...ann, order: 1 }, { ...ann, order: '={{ "" }}' }),
			},
			/^Signers, entry 2, Order is empty/,
		],
		[
			'broken JSON',
			{ signerInput: 'json', signersJson: '={{ "[{" }}' },
			/^Signers \(JSON\) is not valid JSON/,
		],
		[
			'an incomplete identity in v1',
			{ apiVersion: 'v1', ...signers({ ...identityV1, lastName: '' }) },
			/^Signers, entry 1, Last Name is empty; version v1 wants all identity data/,
		],
		[
			'a country in words',
			{ apiVersion: 'v1', ...signers({ ...identityV1, issuingCountry: 'Suisse' }) },
			/^Signers, entry 1, Issuing Country must be a country code of two letters/,
		],
		[
			'a form field without name',
			signers({ ...ann, placement: 'formField' }),
			/^Signers, entry 1, Form Field is empty/,
		],
		[
			'form field and position',
			json([{ email: 'a@b.ch', formField: 'S', positions: [place] }]),
			/formField cannot be combined with positions/,
		],
		[
			'a page before the first',
			signers({
				...ann,
				placement: 'position',
				positions: { position: [{ ...place, pageNumber: 0 }] },
			}),
			/^Signers, entry 1, Positions, entry 1, Page Number must be 1 or more/,
		],
		[
			'several positions in v1',
			{
				apiVersion: 'v1',
				...signers({ ...ann, placement: 'position', positions: { position: [place, place] } }),
			},
			/Positions has several entries, and version v1 takes one/,
		],
		[
			'a document number too high',
			{ apiVersion: 'v3', ...signers({ ...ann, documents: '2' }) },
			/Documents to Sign names a document that the request does not have; it has 1/,
		],
		[
			'QES without legislation',
			{ ...signers(ann), quality: 'QES' },
			/^Legislation is not set, and QES needs it; choose ZERTES or EIDAS/,
		],
		[
			'AES_MINIMAL without legislation',
			{ ...signers(ann), quality: 'AES_MINIMAL' },
			/^Legislation is not set/,
		],
		[
			'an unknown quality',
			{ ...signers(ann), quality: '={{ "BEST" }}' },
			/^Signature Quality must be one of SES/,
		],
		[
			'two files before v3',
			{ ...signers(ann), binaryPropertyName: 'data, data2' },
			/^Input Binary Field names several files, and a request of version v2 holds one; choose API version v3/,
		],
		['no file name', { ...v3, binaryPropertyName: ' , ' }, /is empty; a request needs a document/],
		['a missing binary field', { ...signers(ann), binaryPropertyName: 'none' }, /none/],
		['no picked document', { ...v3, source: 'document', title: 'x' }, /^Documents is empty/],
		[
			'a picked document that is no id',
			{
				...v3,
				source: 'document',
				title: 'x',
				documentIds: { document: [{ documentId: byId('7') }] },
			},
			/is not an id of the service/,
		],
		[
			'51 documents',
			{ ...v3, options: { moreDocumentIds: fiftyOne.join(',') } },
			/has 52 documents, and the service takes at most 50/,
		],
		[
			'an uploaded document without title',
			{ ...signers(ann), source: 'document', documentId: byId(ID) },
			/^Title is empty/,
		],
		[
			'an unencrypted file URL',
			{ ...signers(ann), source: 'url', fileUrl: 'http://example.com/a.pdf' },
			/^File URL must begin with https/,
		],
		[
			'text that is no Base64',
			{ ...signers(ann), source: 'base64', title: 'x', content: 'é' },
			/Base64/,
		],
		[
			'an expiry in the past',
			{ ...v3, options: { expiresAt: day(-1) } },
			/^Options, Expires On is in the past; choose today or a later day/,
		],
		[
			'an expiry too far ahead',
			{ ...v3, options: { expiresAt: day(190) } },
			/^Options, Expires On is too far ahead; choose \d{4}-/,
		],
		[
			'an expiry that is no date',
			{ ...v3, options: { expiresAt: '={{ "soon" }}' } },
			/^Options, Expires On must be a date/,
		],
		[
			'a CC that is no address',
			{ ...signers(ann), options: { ccEmailAddresses: 'x' } },
			/^Options, CC, entry 1 "[^"]+" is not an email address/,
		],
		[
			'a creator that is no address',
			{ ...signers(ann), options: { creator: 'x' } },
			/^Options, Creator "[^"]+" is not an email address/,
		],
		[
			'a trigger URL without https',
			{ ...signers(ann), callbacks: 'triggerUrl', callbackAddress: 'http://acme.com/w' },
			/^Trigger URL must begin with https/,
		],
		[
			'a trigger without events',
			{
				...signers(ann),
				callbacks: 'triggerUrl',
				callbackAddress: 'https://acme.com/w',
				callbackEvents: [],
			},
			/^Events has no entry; tick at least one/,
		],
		[
			'a callback URL that is none',
			{ ...signers(ann), callbacks: 'manual', callbackUpdateUrl: 'acme' },
			/^Update URL is not a web address/,
		],
		[
			'other fields that are no object',
			{ ...signers(ann), options: { otherFields: '[1]' } },
			/^Options, Other Fields \(JSON\) must be an object/,
		],
		[
			'content and URL by other fields',
			{ ...signers(ann), options: { otherFields: '{"file_url": "https://a.ch"}' } },
			/file_url has a field of its own in this form/,
		],
		[
			'a field filled in twice',
			{ ...signers(ann), message: 'a', options: { otherFields: '{"message": "b"}' } },
			/message is filled in twice/,
		],
	])('%s', async (_title, parameters, reason) => {
		const service = await startService();
		const { error } = await service.request('request', 'create', parameters, {
			items: [pdfItem()],
		});
		expect(error?.message).toMatch(reason);
		expect(error?.description).toMatch(/Nothing was sent|Check that/);
		expect(error?.context?.itemIndex).toBe(0);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each<[string, string, INodeParameters]>([
		['Create', 'create', { ...signers(ann), quality: 'DEMO' }],
		['Update', 'update', { requestId: byId(ID), changes: { quality: 'DEMO' } }],
	])('a demo with a key for production, in %s', async (_title, operation, parameters) => {
		const service = await startService({
			credential: { username: 'api_production_acme', apiKey: 'api_production_key' },
		});
		const { error } = await service.request('request', operation, parameters, {
			items: [pdfItem()],
		});
		expect(error?.message).toMatch(/Signature Quality is only for demo keys/);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each(['v1', 'v2', 'v3'])('a file that is no PDF with %s', async (apiVersion) => {
		const service = await startService();
		const { error } = await service.request(
			'request',
			'create',
			{ apiVersion, ...signers(ann) },
			{ items: [pdfItem(Buffer.from('PK zip'))] },
		);
		expect(error?.message).toMatch(/"Contract.pdf" is not a PDF/);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});
