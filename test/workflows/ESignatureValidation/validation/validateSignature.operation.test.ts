import { limitFor } from '../../../../nodes/ESignatureValidation/operations/validation/form';
import { createIdentity } from '../../../../sandbox/pdf/cms/certificate';
import { signDetached } from '../../../../sandbox/pdf/signing/signCms';
import { smallPdf } from '../../../support/files/pdf';
import { startService } from '../../../support/service/service';
import { timeLimitMs } from '../../../support/files/timeLimit';

const LARGEST_BYTES = limitFor('signature').bytes;
const VALIDATE = { method: 'POST', path: '/validate/signature' };
jest.setTimeout(timeLimitMs(LARGEST_BYTES));

let intact: Buffer;
let changed: Buffer;
beforeAll(async () => {
	const dora = await createIdentity('Dora', { quality: 'AES', legislation: 'EIDAS' });
	const signedAt = new Date('2026-03-01T10:00:00Z');
	intact = Buffer.from(await signDetached([Buffer.from('anything')], dora, signedAt));
	changed = Buffer.from(intact);
	changed[changed.length - 1]! ^= 1;
});

const itemOf = (bytes: Buffer, fileName = 'contract.p7s') => ({
	files: { data: { bytes, fileName } },
});
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

describe('Validate Signature', () => {
	it('passes a detached signature, and does not say that it belongs to a file', async () => {
		const service = await startService();
		const { outputs } = await service.validation(
			'validateSignature',
			{},
			{ items: [itemOf(intact)] },
		);
		const [item] = outputs[0]!;
		expect(item!.json).toEqual({
			id: matching(/^[0-9a-f-]{36}$/),
			valid: true,
			signatures: 1,
			validSignatures: 1,
			quality: 'AES',
			legislation: 'EU',
			longTermValidation: false,
			validation: { indication: 'TOTAL-PASSED', details: [] },
			verdict: 'passed',
			explanation: matching(/^All signatures are valid\. .*detached.* does not say which file/),
		});
		expect(item!.binary!.data!.fileName).toBe('contract.p7s');
		const [post] = service.sandbox.calls.matching(VALIDATE);
		expect(post).toMatchObject({ receivedBytes: post!.contentLength });
	});

	it('fails one that was changed', async () => {
		const service = await startService();
		const { outputs } = await service.validation(
			'validateSignature',
			{},
			{ items: [itemOf(changed)] },
		);
		expect(outputs[0]![0]!.json).toMatchObject({
			verdict: 'failed',
			explanation: matching(/not made with the key of its certificate/),
			validation: { subIndication: 'SIG_CRYPTO_FAILURE' },
		});
	});

	it('takes Base64 text, with a full report', async () => {
		const service = await startService();
		const { outputs } = await service.validation('validateSignature', {
			source: 'base64',
			content: `data:application/pkcs7-signature;base64,${intact.toString('base64')}`,
			fullReport: true,
		});
		expect(outputs[0]![0]!.json).toMatchObject({
			signers: [{ signer: 'Dora', quality: 'AES', valid: true }],
			format: { fileType: 'CMS' },
		});
	});

	it('sends those that did not pass to the second output', async () => {
		const service = await startService();
		const { outputs } = await service.validation(
			'validateSignature',
			{ secondOutput: true },
			{ items: [itemOf(changed), itemOf(intact)] },
		);
		expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 1 }],
			[{ item: 0 }],
		]);
	});

	it.each<[object, string]>([
		[{ quality: 'AES', legislation: 'EU' }, 'passed'],
		[{ quality: 'QES' }, 'indeterminate'],
		[{ legislation: 'CH' }, 'indeterminate'],
		[{ longTermValidation: '={{ "true" }}' }, 'indeterminate'],
	])('with %j it is %s', async (options, verdict) => {
		const service = await startService();
		const { outputs } = await service.validation('validateSignature', { options } as never, {
			items: [itemOf(intact)],
		});
		expect(outputs[0]![0]!.json.verdict).toBe(verdict);
	});

	it('sends no wish that only a document can meet', async () => {
		const service = await startService();
		const options = { quality: 'AES', rejectUndefinedChanges: true, rejectVisualDifferences: true };
		await service.validation('validateSignature', { options }, { items: [itemOf(intact)] });
		const [post] = service.sandbox.calls.matching(VALIDATE);
		expect(post!.query).toBe('?infos=validation&quality=AES');
	});

	it.each<[string, object, () => Buffer, RegExp]>([
		['a PDF', {}, () => smallPdf, /The signature "contract\.p7s" is a PDF, not a signature/],
		['an empty file', {}, () => Buffer.alloc(0), /The signature "contract\.p7s" is empty/],
		[
			'a file too large by a byte',
			{},
			() => Buffer.alloc(LARGEST_BYTES + 1, 0x30),
			/The signature .* is too large: .*52428800 bytes, 50 MB/,
		],
		[
			'another quality',
			{ options: { quality: '={{ "BEST" }}' } },
			() => intact,
			/Least Quality must be one of SES/,
		],
		[
			'text that is no Base64',
			{ source: 'base64', content: '#' },
			() => intact,
			/The Base64 text contains characters/,
		],
		[
			'Base64 of a PDF',
			{ source: 'base64', content: smallPdf.toString('base64') },
			() => intact,
			/The signature is a PDF/,
		],
	])('refuses %s before any call', async (_title, parameters, file, message) => {
		const service = await startService();
		const { error } = await service.validation('validateSignature', parameters as never, {
			items: [itemOf(file())],
		});
		expect(error?.message).toMatch(message);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it('takes the largest file, and explains what is no signature', async () => {
		const service = await startService();
		const { error } = await service.validation(
			'validateSignature',
			{},
			{ items: [itemOf(Buffer.alloc(LARGEST_BYTES, 'x'))] },
		);
		expect(error?.message).toMatch(/\(status 400\)/);
		expect(error?.description).toMatch(/is not a CMS signature/);
		const [post] = service.sandbox.calls.matching(VALIDATE);
		expect(post!.contentLength).toBe(52_428_800);
	});

	it('explains a service with a lower limit', async () => {
		const service = await startService({ maxValidationBytes: 1000 });
		const { error } = await service.validation(
			'validateSignature',
			{},
			{ items: [itemOf(intact)] },
		);
		expect(error?.message).toMatch(/too large for the validation \(status 413\)/);
	});

	it('is not sent again by itself, since it uses credits', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...VALIDATE, reset: 'after' });
		const { error } = await service.validation(
			'validateSignature',
			{},
			{ items: [itemOf(intact)] },
		);
		expect(error?.description).toMatch(/may have validated the signature anyway/);
		expect(service.sandbox.calls.count(VALIDATE)).toBe(1);
	});

	it('explains a key without the validation role', async () => {
		const withoutRole = { username: 'api_demo_x', apiKey: 'api_demo_x_key', validation: false };
		const service = await startService({ users: [withoutRole] });
		const { error } = await service.validation(
			'validateSignature',
			{},
			{ items: [itemOf(intact)] },
		);
		expect(error?.message).toMatch(/^This API key may not use the validation interface/);
	});
});
