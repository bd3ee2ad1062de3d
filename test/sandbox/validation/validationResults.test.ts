import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { manualClock } from '../../../sandbox/state/clock.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { call, like, loggedIn, type Send } from '../client.ts';
import { SIGNED_AT } from '../pdf/samples.ts';
import { signedBy, V1, validate, validator, writeFiles } from '../validationFiles.ts';

const MINUTE = 60_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const [anna, ben, outsider] = [validator('anna'), validator('ben'), validator('cem', false)];

let sandbox: Sandbox;
let send: Send;
let files: Record<string, Buffer>;

beforeAll(async () => {
	sandbox = await startSandbox({ users: [anna, ben, outsider] });
	send = await loggedIn(sandbox);
	files = await writeFiles();
});
afterAll(async () => await sandbox.close());

describe('Reading a result (interface.md 4.6)', () => {
	const idOf = async (name: string) => (await validate(send, files[name])).id;

	test.each([
		['signed', 'TOTAL-PASSED', undefined, 0],
		['signedTwice', 'TOTAL-PASSED', undefined, 0],
		['tampered', 'TOTAL-FAILED', 'HASH_FAILURE', 1],
		['unsigned', 'INDETERMINATE', 'NO_SIGNATURE_FOUND', 1],
	])('/infos/{id}/validation of "%s": %s %s', async (name, indication, subIndication, details) => {
		const { status, json } = await send('GET', `${V1}/infos/${await idOf(name)}/validation`);
		expect(status).toBe(200);
		expect(json).toEqual({ indication, subIndication, details: expect.any(Array) as unknown[] });
		expect(json.details).toHaveLength(details);
	});

	test('/infos/{id}/signers describes each signer', async () => {
		const { status, list } = await send('GET', `${V1}/infos/${await idOf('signedTwice')}/signers`);
		expect(status).toBe(200);
		expect(list).toEqual([
			{
				valid: true,
				signer: 'Zoë Müller',
				time: SIGNED_AT.toISOString(),
				quality: 'QES',
				legislation: 'CH',
				longTermValidation: false,
				visualDifferences: false,
				undefinedChanges: false,
				certificate: {
					subject: 'CN=Zoë Müller, OU=ZERTES, OU=QES, O=eSignature Sandbox, C=CH',
					issuer: like(/^CN=eSignature Sandbox Issuing CA/),
					serialNumber: like(/^\d+$/),
				},
			},
			expect.objectContaining({ signer: 'Ben', quality: 'AES', legislation: 'EU' }),
		]);
	});

	test('/infos/{id}/format returns the type and who produced the file', async () => {
		const { json } = await send('GET', `${V1}/infos/${await idOf('signed')}/format`);
		expect(json).toEqual({ fileType: 'PDF', producer: like(/pdf-lib/) });
	});

	test('/infos/{id}/format returns the PDF/A conformance that a file claims', async () => {
		const document = await PDFDocument.create();
		document.addPage();
		const xmp = `<x xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x>`;
		document.catalog.set(
			PDFName.of('Metadata'),
			document.context.register(
				document.context.flateStream(xmp, { Type: 'Metadata', Subtype: 'XML' }),
			),
		);
		const { id } = await validate(send, Buffer.from(await document.save()));
		const { json } = await send('GET', `${V1}/infos/${id}/format`);
		expect(json).toMatchObject({ fileType: 'PDF', quality: 'PDF/A-2B' });
	});

	test.each([
		['signedTwice', [/total-passed.*total-passed/, /<Signer>Zoë Müller<\/Signer>/]],
		['tampered', [/mainindication:total-failed/, /subindication:HASH_FAILURE/]],
		['unsigned', [/mainindication:indeterminate/, /subindication:NO_SIGNATURE_FOUND/]],
	])('/reports/{id}/etsi of "%s" is XML', async (name, contents) => {
		const { status, headers, text } = await send('GET', `${V1}/reports/${await idOf(name)}/etsi`);
		expect(status).toBe(200);
		expect(headers.get('content-type')).toMatch(/^application\/xml/);
		for (const content of contents) expect(text).toMatch(content);
	});

	test('names cannot break out of the report', async () => {
		const pdf = await signedBy('Bo, <b>&"\u0001', 'SES', 'ZERTES', files.unsigned!);
		const { id } = await validate(send, pdf);
		const { text } = await send('GET', `${V1}/reports/${id}/etsi`);
		expect(text).toContain('<Signer>Bo, &#60;b&#62;&#38;&#34;?</Signer>');
		expect(text).not.toContain('<b>');
	});

	const READINGS = [
		'/infos/{id}/validation',
		'/infos/{id}/signers',
		'/infos/{id}/format',
		'/reports/{id}/etsi',
	];

	test.each(READINGS)('%s answers 404 for an unknown id', async (path) => {
		expect((await send('GET', V1 + path.replace('{id}', UNKNOWN))).status).toBe(404);
	});

	test.each(READINGS)("%s answers 404 for someone else's id", async (path) => {
		const asBen = await loggedIn(sandbox, ben);
		expect((await asBen('GET', V1 + path.replace('{id}', await idOf('signed')))).status).toBe(404);
	});

	test.each(READINGS)('%s is gone after 10 minutes', async (path) => {
		const own = await startSandbox({ users: [anna], clock: manualClock() });
		const sendOwn = await loggedIn(own);
		const { id } = await validate(sendOwn, files.signed);
		const address = V1 + path.replace('{id}', id);
		await own.clock.advance(10 * MINUTE - 1);
		const before = await sendOwn('GET', address);
		await own.clock.advance(1);
		const after = await sendOwn('GET', address);
		await own.close();
		expect([before.status, after.status]).toEqual([200, 404]);
	});

	test('DELETE /validate/{id} removes the result', async () => {
		const id = await idOf('signed');
		const asBen = await loggedIn(sandbox, ben);
		expect((await asBen('DELETE', `${V1}/validate/${id}`)).status).toBe(404);
		expect((await send('DELETE', `${V1}/validate/${id}`)).status).toBe(204);
		expect((await send('GET', `${V1}/infos/${id}/validation`)).status).toBe(404);
		expect((await send('DELETE', `${V1}/validate/${id}`)).status).toBe(404);
	});
});

describe('Access to the validation interface (interface.md 5)', () => {
	const ENDPOINTS = [
		['POST', '/validate/document'],
		['POST', '/validate/signature'],
		['DELETE', `/validate/${UNKNOWN}`],
		['GET', `/infos/${UNKNOWN}/validation`],
		['GET', `/infos/${UNKNOWN}/signers`],
		['GET', `/infos/${UNKNOWN}/format`],
		['GET', `/reports/${UNKNOWN}/etsi`],
		['GET', '/billing/credits/infos'],
		['GET', '/billing/credits/usage'],
		['GET', '/billing/credits/invoiced'],
	] as const;

	test.each(ENDPOINTS)('%s %s needs a token', async (method, path) => {
		expect((await call(sandbox, method, V1 + path)).status).toBe(401);
	});

	test.each(ENDPOINTS)('%s %s refuses a user without the role', async (method, path) => {
		const asOutsider = await loggedIn(sandbox, outsider);
		expect((await asOutsider(method, V1 + path)).status).toBe(403);
	});
});
