import { createIdentity } from '../../../sandbox/pdf/cms/certificate.ts';
import { signDetached } from '../../../sandbox/pdf/signing/signCms.ts';
import { like, type Send } from '../client.ts';
import { SIGNED_AT } from '../pdf/samples.ts';
import { sceneForAll, setScene } from '../scene.ts';
import { V1, validate, writeFiles } from '../validationFiles.ts';

const scene = sceneForAll();
const send: Send = (...sent) => scene.send(...sent);
let files: Record<string, Buffer>;
beforeAll(async () => {
	files = await writeFiles();
});

async function validateForm(form: FormData, headers = {}) {
	const encoded = new Response(form);
	const type = encoded.headers.get('content-type') ?? '';
	const body = Buffer.from(await encoded.arrayBuffer());
	return await send('POST', `${V1}/validate/document`, body, { 'content-type': type, ...headers });
}

const OTHER = { 'content-type': 'multipart/form-data; boundary=other' };
function formOf(field: string, content: Buffer | string): FormData {
	const form = new FormData();
	if (typeof content === 'string') form.append(field, content);
	else form.append(field, new Blob([Uint8Array.from(content)]), 'contract.pdf');
	return form;
}

describe('POST /validate/document (interface.md 4.6)', () => {
	test.each<[string, boolean, [number, number], unknown, unknown, boolean]>([
		['signed', true, [1, 1], 'QES', 'CH', false],
		['signedTwice', true, [2, 2], 'QES', 'CH_EU', false],
		['unsigned', false, [0, 0], null, null, false],
		['tampered', false, [1, 0], 'QES', 'CH', false],
		['changedLater', true, [1, 1], 'QES', 'CH', true],
	])(
		'judges the file "%s": valid %s',
		async (name, valid, count, quality, legislation, changed) => {
			const [signatures, validSignatures] = count;
			const { json } = await validate(send, files[name]);
			expect(json).toEqual({
				...{ id: like(/^[0-9a-f-]{36}$/), valid, signatures, validSignatures },
				...{ quality, legislation, longTermValidation: false },
				...{ visualDifferences: changed, undefinedChanges: changed },
			});
		},
	);

	test('takes a multipart form as well', async () => {
		const answer = await validateForm(formOf('content', files.signedTwice!));
		expect(answer).toMatchObject({ status: 200, json: { valid: true, signatures: 2 } });
	});

	test.each([
		['signedTwice', 'quality=AES', true],
		['signedTwice', 'quality=QES', false],
		['signed', 'legislation=EU', false],
		['signedTwice', 'legislation=CH_EU', true],
		['signed', 'longTermValidation=true', false],
		['signed', 'longTermValidation=false', true],
		['changedLater', 'rejectVisualDifferences=true', false],
		['changedLater', 'rejectVisualDifferences=false', true],
		['changedLater', 'rejectUndefinedChanges=true', false],
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

	const post = (body: object | Buffer, headers?: Record<string, string>) =>
		send('POST', `${V1}/validate/document`, body, headers);
	const typed = (type: string) => ({ 'content-type': type });
	test.each<[string, () => Promise<{ status: number }>, number]>([
		['no content', () => validate(send, undefined), 400],
		['a text', () => validate(send, Buffer.from('Dear all')), 400],
		['no Base64', () => post({ content: '#' }), 400],
		['a form without the field', () => validateForm(formOf('file', files.signed!)), 400],
		['a form with a text in the field', () => validateForm(formOf('content', 'Dear all')), 400],
		[
			'a form with another boundary',
			() => validateForm(formOf('content', files.signed!), OTHER),
			400,
		],
		['another media type', () => post(files.signed!, typed('application/pdf')), 415],
	])('refuses %s', async (_what, attempt, status) => {
		expect((await attempt()).status).toBe(status);
	});

	test('a damaged PDF is judged, not refused', async () => {
		const { json } = await validate(send, Buffer.from('%PDF-1.7\n%%EOF'), '?infos=validation');
		const validation = { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' };
		expect(json).toMatchObject({ valid: false, additionalInfos: { validation } });
	});
});

test('a request may have 50 MB, or what is set, and not one byte more (interface.md 8)', async () => {
	expect(scene.sandbox.settings.maxValidationBytes).toBe(52_428_800);
	const body = Buffer.from(JSON.stringify({ content: files.signed!.toString('base64') }));
	const small = await setScene({ maxValidationBytes: body.length });
	const post = async (bytes: Buffer) => {
		const type = { 'content-type': 'application/json' };
		return (await small.send('POST', `${V1}/validate/document`, bytes, type)).status;
	};
	expect(await post(body)).toBe(200);
	expect(await post(Buffer.concat([body, Buffer.from(' ')]))).toBe(413);
	await small.close();
});

describe('POST /validate/signature', () => {
	const CONTENT = [Buffer.from('anything')];
	let cms: Buffer;
	beforeAll(async () => {
		const identity = await createIdentity('Dora', { quality: 'AES', legislation: 'EIDAS' });
		cms = Buffer.from(await signDetached(CONTENT, identity, SIGNED_AT));
	});

	test('judges a CMS signature without its content', async () => {
		const { json } = await validate(send, cms, '?infos=signer&infos=format', 'signature');
		expect(json).toEqual({
			...{ id: like(/./), valid: true, signatures: 1, validSignatures: 1 },
			...{ quality: 'AES', legislation: 'EU', longTermValidation: false },
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
		const validation = { subIndication: 'SIG_CRYPTO_FAILURE' };
		expect(json).toMatchObject({ valid: false, additionalInfos: { validation } });
	});

	test('refuses what is no signature', async () => {
		expect((await validate(send, files.signed, '', 'signature')).status).toBe(400);
	});
});
