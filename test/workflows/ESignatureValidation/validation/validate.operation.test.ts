import { limitFor } from '../../../../nodes/ESignatureValidation/operations/validation/form';
import { writeFiles } from '../../../sandbox/validationFiles';
import { pdfOfSize, smallPdf } from '../../../support/files/pdf';
import { hintsOf, retrying, UNKNOWN } from '../../../support/service/requestOperation';
import { startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';
import { timeLimitMs } from '../../../support/files/timeLimit';

const LARGEST_VALIDATED_BYTES = limitFor('document').bytes;
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
const MIB = 1024 * 1024;
const VALIDATE = { method: 'POST', path: '/validate/document' };
jest.setTimeout(timeLimitMs(LARGEST_VALIDATED_BYTES));

let files: Record<string, Buffer>;
beforeAll(async () => (files = await writeFiles()));

const itemOf = (bytes: Buffer) => ({ files: { data: { bytes, fileName: 'Contract.pdf' } } });
const itemsOf = (...names: string[]) => ({ items: names.map((name) => itemOf(files[name]!)) });
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const sent = ({ sandbox }: Service) => sandbox.calls.count(VALIDATE);

describe('Validate Document', () => {
	it.each<[string, string, RegExp, object]>([
		['signed', 'passed', /^All signatures are valid/, { valid: true, signatures: 1 }],
		['signedTwice', 'passed', /^All/, { valid: true, signatures: 2, validSignatures: 2 }],
		['tampered', 'failed', /was changed after it was signed\. .*Do not rely/, { valid: false }],
		['unsigned', 'indeterminate', /carries no signature/, { valid: false, signatures: 0 }],
		['changedLater', 'passed', /added to the document after signing/, { undefinedChanges: true }],
	])('judges a file that is "%s" as %s', async (name, verdict, explanation, facts) => {
		const service = await startService();
		const { outputs } = await service.validation('validate', {}, itemsOf(name));
		expect(outputs).toHaveLength(1);
		expect(outputs[0]![0]!.json).toMatchObject({
			...facts,
			id: matching(/^[0-9a-f-]{36}$/),
			verdict,
			explanation: matching(explanation),
			validation: { indication: matching(/^(TOTAL-|INDETERMINATE)/) },
		});
		expect(outputs[0]![0]!.json).not.toHaveProperty('additionalInfos');
		expect(service.sandbox.calls.count({ path: /\/infos\// })).toBe(0);
	});

	it.each([
		[
			'with a signature',
			`<a><Signature xmlns="${XMLDSIG}"/></a>`,
			/does not check signatures in XML/,
		],
		['without one', '<?xml version="1.0"?>\n<a/>', /carries no signature/],
	])('takes an XML file %s', async (_title, xml, detail) => {
		const service = await startService();
		const items = [{ files: { data: { bytes: Buffer.from(xml), fileName: 'invoice.xml' } } }];
		const { outputs } = await service.validation('validate', { fullReport: true }, { items });
		expect(outputs[0]![0]!.json).toMatchObject({
			...{ valid: false, verdict: 'indeterminate', format: { fileType: 'XML' } },
			validation: { indication: 'INDETERMINATE', details: [matching(detail)] },
		});
	});

	it('does not take a web page for XML', async () => {
		const service = await startService();
		const items = [itemOf(Buffer.from('<!DOCTYPE html><title>Error</title>'))];
		const { error } = await service.validation('validate', {}, { items });
		expect(error?.message).toMatch(/is neither a PDF nor an XML file/);
	});

	it('says the verdict above the output of one item, and not of many', async () => {
		const service = await startService();
		const one = await service.validation('validate', {}, itemsOf('tampered'));
		expect(hintsOf(one)).toEqual([matching(/^Verdict: failed\. .*Do not rely/)]);
		const many = await service.validation('validate', {}, itemsOf('signed', 'tampered'));
		expect(hintsOf(many)).toEqual([]);
	});

	it('passes what was sealed before', async () => {
		const service = await startService();
		const { outputs: sealed } = await service.seal(
			{ download: true },
			{ items: [itemOf(smallPdf)] },
		);
		const bytes = await service.engine.readBinary(sealed[0]![0]!);
		const { outputs } = await service.validation('validate', {}, { items: [itemOf(bytes)] });
		expect(outputs[0]![0]!.json).toMatchObject({ verdict: 'passed', signatures: 1 });
	});

	it('leaves the files of the item in it', async () => {
		const service = await startService();
		const { outputs } = await service.validation('validate', {}, itemsOf('tampered'));
		const [item] = outputs[0]!;
		expect(item!.binary!.data!.fileName).toBe('Contract.pdf');
		expect((await service.engine.readBinary(item!)).equals(files.tampered!)).toBe(true);
	});

	it('takes Base64 text, sent as a form', async () => {
		const service = await startService();
		const content = files.signed!.toString('base64');
		const { outputs } = await service.validation('validate', { source: 'base64', content });
		expect(outputs[0]![0]!.json).toMatchObject({ verdict: 'passed' });
		const [post] = service.sandbox.calls.matching(VALIDATE);
		// In JSON it would be a third longer.
		expect(post!.receivedBytes).toBeLessThan(files.signed!.length + 400);
	});

	it('adds signers and format to a full report', async () => {
		const service = await startService();
		const { outputs } = await service.validation(
			'validate',
			{ fullReport: true },
			itemsOf('signedTwice'),
		);
		expect(outputs[0]![0]!.json).toMatchObject({
			validation: { indication: 'TOTAL-PASSED', details: [] },
			signers: [{ signer: 'Zoë Müller', quality: 'QES' }, { signer: 'Ben' }],
			format: { fileType: 'PDF' },
		});
	});

	it('reads by itself what the service left out of its answer', async () => {
		const service = await startService();
		const known = await service.validation('validate', {}, itemsOf('tampered'));
		const { id } = known.outputs[0]![0]!.json;
		const body = { id, valid: false, fieldOfTomorrow: 7 };
		service.sandbox.faults.add({ ...VALIDATE, status: 200, body });
		const { outputs } = await service.validation(
			'validate',
			{ fullReport: true },
			{ ...itemsOf('tampered'), unknownFields: true },
		);
		expect(outputs[0]![0]!.json).toMatchObject({
			...body,
			verdict: 'failed',
			validation: { subIndication: 'HASH_FAILURE' },
			signers: [{ valid: false }],
			format: { fileType: 'PDF' },
		});
	});

	it.each([
		['info', {}, /\/infos\/[^/]+\/validation$/],
		['signers', { fullReport: true }, /\/infos\/[^/]+\/signers$/],
		['format', { fullReport: true }, /\/infos\/[^/]+\/format$/],
	])('names the paid validation when its %s cannot be read', async (_title, parameters, path) => {
		const service = await startService();
		const known = await service.validation('validate', {}, itemsOf('signed'));
		const id = known.outputs[0]![0]!.json.id as string;
		service.sandbox.faults.add({ ...VALIDATE, status: 200, body: { id, valid: true } });
		service.sandbox.faults.add({ method: 'GET', path, status: 500 });
		const { error } = await service.validation('validate', parameters, itemsOf('signed'));
		expect(error?.message).toBe(
			`The document was validated as ${id}, but its result could not be read`,
		);
		expect(error?.description).toMatch(
			/^Read it with Get Result Info .*instead of validating again/,
		);
		expect(error?.description).not.toMatch(/Run again/);
	});

	it('agrees with the number of signatures that the service counts as valid', async () => {
		const service = await startService();
		const validation = { indication: 'TOTAL-PASSED' };
		const counts = { valid: true, signatures: 2, validSignatures: 1 };
		const body = { id: UNKNOWN, ...counts, additionalInfos: { validation } };
		service.sandbox.faults.add({ ...VALIDATE, status: 200, body });
		const { outputs } = await service.validation('validate', {}, itemsOf('signed'));
		expect(outputs[0]![0]!.json).toMatchObject({
			verdict: 'indeterminate',
			explanation: matching(/^The service counts 1 of 2 signatures as valid/),
		});
	});

	it.each<[string, object, string]>([
		['signed', { quality: 'QES', legislation: 'CH' }, 'passed'],
		['signedTwice', { quality: 'QES' }, 'indeterminate'],
		['signed', { legislation: 'EU' }, 'indeterminate'],
		['signed', { longTermValidation: true }, 'indeterminate'],
		['signed', { longTermValidation: false }, 'passed'],
		['changedLater', { rejectUndefinedChanges: true }, 'indeterminate'],
		['changedLater', { rejectVisualDifferences: '={{ "true" }}' }, 'indeterminate'],
	])('"%s" with %j is %s', async (name, options, verdict) => {
		const service = await startService();
		const { outputs } = await service.validation('validate', { options } as never, itemsOf(name));
		expect(outputs[0]![0]!.json.verdict).toBe(verdict);
	});

	it.each<[string, object, RegExp]>([
		[
			'another quality',
			{ options: { quality: '={{ "BEST" }}' } },
			/Least Quality must be one of SES/,
		],
		[
			'another law',
			{ options: { legislation: '={{ "US" }}' } },
			/Legislation must be one of WORLD/,
		],
		[
			'neither true nor false',
			{ options: { longTermValidation: '={{ "maybe" }}' } },
			/Long-Term Validation must be true or false/,
		],
		['text that is no Base64', { source: 'base64', content: '#' }, /Base64/],
		[
			'Base64 of no PDF',
			{ source: 'base64', content: 'aGVsbG8=' },
			/is neither a PDF nor an XML file/,
		],
	])('refuses %s before any call', async (_title, parameters, message) => {
		const service = await startService();
		const { error } = await service.validation('validate', parameters as never, itemsOf('signed'));
		expect(error?.message).toMatch(message);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});

describe('the second output', () => {
	const names = ['tampered', 'signed', 'unsigned'];
	const verdicts = (items: Array<{ json: object; pairedItem?: unknown }> = []) =>
		items.map(({ json, pairedItem }) => [(json as { verdict?: string }).verdict, pairedItem]);
	const failed = [
		['failed', { item: 0 }],
		['indeterminate', { item: 2 }],
	];

	it('takes the documents that did not pass', async () => {
		const service = await startService();
		const { outputs } = await service.validation(
			'validate',
			{ secondOutput: true },
			itemsOf(...names),
		);
		expect(outputs.map(verdicts)).toEqual([[['passed', { item: 1 }]], failed]);
	});

	it('stands before the error output', async () => {
		const service = await startService();
		const items = [...itemsOf(...names).items, itemOf(Buffer.from('no'))];
		const { outputs } = await service.validation(
			'validate',
			{ secondOutput: true },
			{ items, settings: { onError: 'continueErrorOutput' } },
		);
		expect(outputs.slice(0, 2).map(verdicts)).toEqual([[['passed', { item: 1 }]], failed]);
		expect(outputs[2]!.map(({ json }) => json.error)).toEqual([
			matching(/is neither a PDF nor an XML file/),
		]);
	});

	it('takes what could not be validated too, where the node goes on with its regular output', async () => {
		const service = await startService();
		const items = [...itemsOf('signed').items, itemOf(Buffer.from('no'))];
		const { outputs } = await service.validation(
			'validate',
			{ secondOutput: true },
			{ items, settings: { onError: 'continueRegularOutput' } },
		);
		expect(verdicts(outputs[0])).toEqual([['passed', { item: 0 }]]);
		expect(outputs[1]!.map(({ json }) => json.error)).toEqual([
			matching(/is neither a PDF nor an XML file/),
		]);
	});

	it('is not there unless asked for', async () => {
		const service = await startService();
		const { outputs } = await service.validation('validate', {}, itemsOf(...names));
		expect(outputs.map((items) => items.length)).toEqual([3]);
	});

	it('is left out as a tool of an agent', async () => {
		const service = await startService();
		const { outputs } = await service.validation(
			'validate',
			{ secondOutput: true, content: files.tampered!.toString('base64') },
			{ asTool: true },
		);
		expect(outputs[0]).toHaveLength(1);
		expect(outputs[1] ?? []).toEqual([]);
	});
});

describe('the size of a request', () => {
	it.each([
		['4 MiB', 4 * MIB],
		['one byte more than 4 MiB', 4 * MIB + 1],
		['the largest request', LARGEST_VALIDATED_BYTES],
	])('%s arrives whole, with its exact length', async (_title, sizeBytes) => {
		const service = await startService();
		const { outputs, error } = await service.validation(
			'validate',
			{},
			{ items: [itemOf(pdfOfSize(sizeBytes))] },
		);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ verdict: 'indeterminate', signatures: 0 });
		const [post] = service.sandbox.calls.matching(VALIDATE);
		expect(post!.contentLength).toBe(sizeBytes + 52_428_800 - LARGEST_VALIDATED_BYTES);
		expect(post!.receivedBytes).toBe(post!.contentLength);
	});

	it.each(['binary', 'base64'])(
		'one byte more is refused from %s before any call',
		async (source) => {
			const service = await startService();
			const bytes = pdfOfSize(LARGEST_VALIDATED_BYTES + 1);
			const items =
				source === 'binary' ? [itemOf(bytes)] : [{ json: { content: bytes.toString('base64') } }];
			const { error } = await service.validation(
				'validate',
				{ source, ...(source === 'base64' && { content: '={{ $json.content }}' }) },
				{ items },
			);
			expect(error?.message).toContain(`${bytes.length} bytes`);
			expect(error?.message).toContain('52428800 bytes, 50 MB');
			expect(service.sandbox.calls.count()).toBe(0);
		},
	);

	it('that the service finds too large is explained with its own limit', async () => {
		const service = await startService({ maxValidationBytes: 1000 });
		const { error } = await service.validation('validate', {}, itemsOf('signed'));
		expect(error?.message).toMatch(/too large for the validation \(status 413\)/);
		expect(error?.description).toMatch(/50 MB/);
	});
});

describe('a validation uses credits', () => {
	it.each([500, 502, 503, 504])('so it is not sent again after status %s', async (status) => {
		const service = await startService();
		service.sandbox.faults.add({ ...VALIDATE, status });
		const { error } = await service.validation('validate', {}, itemsOf('signed'));
		expect(error?.httpCode).toBe(String(status));
		expect(sent(service)).toBe(1);
	});

	it('so it is not sent again by itself after a cut connection', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...VALIDATE, reset: 'after' });
		const { error } = await service.validation('validate', {}, itemsOf('signed'));
		expect(error?.description).toMatch(/not sent again automatically\. Running it again/);
		expect(sent(service)).toBe(1);
	});

	it('and Retry On Fail sends only those again that got no answer', async () => {
		const service = await startService();
		// The first item gets through, the second one does not.
		service.sandbox.faults.add({ ...VALIDATE, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...VALIDATE, reset: 'after', times: 1 });
		const { outputs } = await service.validation(
			'validate',
			{},
			{ ...itemsOf('signed', 'tampered'), settings: retrying },
		);
		expect(outputs[0]!.map(({ json }) => json.verdict)).toEqual(['passed', 'failed']);
		expect(sent(service)).toBe(3);
	});
});

describe('the login of the validation interface', () => {
	it.each([401, 403] as const)(
		'is renewed once when a large document meets a revoked token (%s)',
		async (refusedTokenStatus) => {
			const service = await startService({ refusedTokenStatus });
			await service.validation('getPrices', { resource: 'credit' });
			service.sandbox.store.revokeTokens();
			service.sandbox.calls.clear();
			const { error } = await service.validation(
				'validate',
				{},
				{ items: [itemOf(pdfOfSize(5 * MIB))] },
			);
			expect(error).toBeUndefined();
			expect(sent(service)).toBe(1);
			expect(service.sandbox.calls.count({ path: /\/access\/login$/ })).toBe(1);
		},
	);

	const withoutRole = { username: 'api_demo_x', apiKey: 'api_demo_x_key', validation: false };
	it.each<[string, object, () => Buffer]>([
		['403', {}, () => files.signed!],
		['403 to a large document', {}, () => pdfOfSize(5 * MIB)],
		['401', { signingTokenOpensValidation: false }, () => files.signed!],
		[
			'403 and a key',
			{ signingTokenOpensValidation: false, refusedTokenStatus: 403 },
			() => files.signed!,
		],
		['401 to a large document', { signingTokenOpensValidation: false }, () => pdfOfSize(5 * MIB)],
	])('without the validation role is explained, by %s', async (_status, options, file) => {
		const service = await startService({ users: [withoutRole], ...options });
		const { error } = await service.validation('validate', {}, { items: [itemOf(file())] });
		expect(error?.message).toMatch(/^This API key may not use the validation interface/);
		expect(error?.description).toMatch(/a role of its own\. Ask the service's support/);
	});

	it('needs the validation address', async () => {
		const service = await startService({ credential: { validationAddress: '' } });
		const { error } = await service.validation('validate', {}, itemsOf('signed'));
		expect(error?.message).toMatch(/no validation address/);
	});
});
