import { createIdentity } from '../../../sandbox/pdf/cms/certificate.ts';
import { signDetached } from '../../../sandbox/pdf/signing/signCms.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { like, loggedIn, type Send } from '../client.ts';
import { SIGNED_AT } from '../pdf/samples.ts';
import { V1, validate, validator, writeFiles } from '../validationFiles.ts';

const anna = validator('anna');

let sandbox: Sandbox;
let send: Send;
let files: Record<string, Buffer>;

beforeAll(async () => {
	sandbox = await startSandbox({ users: [anna] });
	send = await loggedIn(sandbox);
	files = await writeFiles();
});
afterAll(async () => await sandbox.close());

async function validateForm(form: FormData, headers = {}) {
	const encoded = new Response(form);
	const type = encoded.headers.get('content-type') ?? '';
	const body = Buffer.from(await encoded.arrayBuffer());
	return await send('POST', `${V1}/validate/document`, body, { 'content-type': type, ...headers });
}

function formOf(field: string, content: Buffer | string): FormData {
	const form = new FormData();
	if (typeof content === 'string') form.append(field, content);
	else form.append(field, new Blob([Uint8Array.from(content)]), 'contract.pdf');
	return form;
}

describe('POST /validate/document (interface.md 4.6)', () => {
	const changes = (visualDifferences: boolean, undefinedChanges: boolean) => ({
		longTermValidation: false,
		visualDifferences,
		undefinedChanges,
	});
	const found = (signatures: number, validSignatures: number) => ({ signatures, validSignatures });
	const QES = { quality: 'QES', legislation: 'CH' };

	test.each<[string, boolean, object]>([
		['signed', true, { ...found(1, 1), ...QES, ...changes(false, false) }],
		[
			'signedTwice',
			true,
			{ ...found(2, 2), quality: 'QES', legislation: 'CH_EU', ...changes(false, false) },
		],
		[
			'unsigned',
			false,
			{ ...found(0, 0), quality: null, legislation: null, ...changes(false, false) },
		],
		['tampered', false, { ...found(1, 0), ...QES, ...changes(false, false) }],
		['changedLater', true, { ...found(1, 1), ...QES, ...changes(true, true) }],
	])('judges the file "%s": valid %s', async (name, valid, facts) => {
		const { status, json } = await validate(send, files[name]);
		expect(status).toBe(200);
		expect(json).toEqual({ id: like(/^[0-9a-f-]{36}$/), valid, ...facts });
	});

	test('takes a multipart form as well', async () => {
		const answer = await validateForm(formOf('content', files.signedTwice!));
		expect(answer).toMatchObject({ status: 200, json: { valid: true, signatures: 2 } });
	});

	test.each([
		['signed', 'quality=QES', true],
		['signedTwice', 'quality=AES', true],
		['signedTwice', 'quality=QES', false],
		['signed', 'legislation=CH', true],
		['signed', 'legislation=EU', false],
		['signedTwice', 'legislation=CH_EU', true],
		['signedTwice', 'legislation=WORLD', true],
		['signed', 'longTermValidation=true', false],
		['signed', 'longTermValidation=false', true],
		['changedLater', 'rejectVisualDifferences=true', false],
		['changedLater', 'rejectVisualDifferences=false', true],
		['changedLater', 'rejectUndefinedChanges=true', false],
		['signedTwice', 'rejectVisualDifferences=true&rejectUndefinedChanges=true', true],
	])('the file "%s" under ?%s is valid: %s', async (name, query, valid) => {
		const { json } = await validate(send, files[name], `?${query}`);
		expect(json.valid).toBe(valid);
		// Unmet wishes speak against the document, not against its signatures.
		expect(json.validSignatures).toBe(json.signatures);
	});

	test('gives the infos that are asked for, and no others', async () => {
		const asked = await validate(send, files.signed, '?infos=validation&infos=format&infos=signer');
		const { additionalInfos, id } = asked.json;
		expect(additionalInfos).toEqual({
			validation: (await send('GET', `${V1}/infos/${String(id)}/validation`)).json,
			format: (await send('GET', `${V1}/infos/${String(id)}/format`)).json,
			signer: (await send('GET', `${V1}/infos/${String(id)}/signers`)).list,
		});
		const { json } = await validate(send, files.signed, '?infos=format');
		expect(Object.keys(json.additionalInfos as object)).toEqual(['format']);
	});

	test.each([
		['quality=DEMO', /^quality:/],
		['legislation=ZERTES', /^legislation:/],
		['longTermValidation=yes', /^longTermValidation:/],
		['rejectVisualDifferences=1', /^rejectVisualDifferences:/],
		['rejectUndefinedChanges=', /^rejectUndefinedChanges:/],
		['infos=format&infos=all', /^infos\.1:/],
	])('refuses ?%s', async (query, message) => {
		const answer = await validate(send, files.signed, `?${query}`);
		expect(answer).toMatchObject({ status: 400, json: { message: like(message) } });
	});

	test.each<[string, () => Promise<{ status: number }>, number]>([
		['no content', () => validate(send, undefined), 400],
		['a text', () => validate(send, Buffer.from('Dear all')), 400],
		['no Base64', () => send('POST', `${V1}/validate/document`, { content: '#' }), 400],
		['a form without the field', () => validateForm(formOf('file', files.signed!)), 400],
		['a form with a text in the field', () => validateForm(formOf('content', 'Dear all')), 400],
		[
			'a form with another boundary',
			() =>
				validateForm(formOf('content', files.signed!), {
					'content-type': 'multipart/form-data; boundary=other',
				}),
			400,
		],
		[
			'another media type',
			() =>
				send('POST', `${V1}/validate/document`, files.signed, {
					'content-type': 'application/pdf',
				}),
			415,
		],
	])('refuses %s', async (_what, attempt, status) => {
		expect((await attempt()).status).toBe(status);
	});

	test('a damaged PDF is judged, not refused', async () => {
		const { json } = await validate(send, Buffer.from('%PDF-1.7\n%%EOF'), '?infos=validation');
		expect(json).toMatchObject({
			valid: false,
			additionalInfos: {
				validation: { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' },
			},
		});
	});
});

describe('The limit of a validation request (interface.md 8)', () => {
	test('is 50 MB by default', () => {
		expect(sandbox.settings.maxValidationBytes).toBe(52_428_800);
	});

	test.each([
		['as it is', 0, 200],
		['with one byte more', 1, 413],
	])('a request that just fits is answered %s', async (_how, more, status) => {
		const body = Buffer.from(JSON.stringify({ content: files.signed!.toString('base64') }));
		const small = await startSandbox({ users: [anna], maxValidationBytes: body.length });
		const answer = await (
			await loggedIn(small)
		)('POST', `${V1}/validate/document`, Buffer.concat([body, Buffer.alloc(more, ' ')]), {
			'content-type': 'application/json',
		});
		await small.close();
		expect(answer.status).toBe(status);
	});
});

describe('POST /validate/signature', () => {
	const CONTENT = [Buffer.from('anything')];
	let cms: Buffer;
	beforeAll(async () => {
		const identity = await createIdentity('Dora', { quality: 'AES', legislation: 'EIDAS' });
		cms = Buffer.from(await signDetached(CONTENT, identity, SIGNED_AT));
	});

	test('judges a CMS signature without its content', async () => {
		const { status, json } = await validate(send, cms, '?infos=signer&infos=format', 'signature');
		expect(status).toBe(200);
		expect(json).toEqual({
			id: like(/./),
			valid: true,
			signatures: 1,
			validSignatures: 1,
			quality: 'AES',
			legislation: 'EU',
			longTermValidation: false,
			additionalInfos: {
				format: { fileType: 'CMS' },
				signer: [expect.objectContaining({ signer: 'Dora', time: SIGNED_AT.toISOString() })],
			},
		});
	});

	test('finds a changed one', async () => {
		const changed = Buffer.from(cms);
		changed[changed.length - 1]! ^= 1;
		const { json } = await validate(send, changed, '?infos=validation', 'signature');
		expect(json).toMatchObject({
			valid: false,
			validSignatures: 0,
			additionalInfos: { validation: { subIndication: 'SIG_CRYPTO_FAILURE' } },
		});
	});

	test('refuses what is no signature', async () => {
		expect((await validate(send, files.signed, '', 'signature')).status).toBe(400);
	});
});
