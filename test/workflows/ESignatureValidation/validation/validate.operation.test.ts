import { acceptedFile } from '../../../../nodes/shared/validation/validateOnce';
import { writeFiles } from '../../../sandbox/validationFiles';
import { pdfOfSize } from '../../../support/files/pdf';
import { hintsOf, retrying } from '../../../support/service/requestOperation';
import { startService, type Service } from '../../../support/service/service';
import { timeLimitMs } from '../../../support/files/timeLimit';

const LARGEST_VALIDATED_BYTES = acceptedFile('document').limit.bytes;
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
	it('takes an XML file', async () => {
		const service = await startService();
		const bytes = Buffer.from(`<a><Signature xmlns="${XMLDSIG}"/></a>`);
		const items = [{ files: { data: { bytes, fileName: 'invoice.xml' } } }];
		const { outputs } = await service.validation('validate', { fullReport: true }, { items });
		expect(outputs[0]![0]!.json).toMatchObject({
			...{ valid: false, verdict: 'indeterminate', format: { fileType: 'XML' } },
			validation: { details: [matching(/does not check signatures in XML/)] },
		});
	});

	it('says the verdict above the output of one item, and not of many', async () => {
		const service = await startService();
		const one = await service.validation('validate', {}, itemsOf('tampered'));
		expect(hintsOf(one)).toEqual([
			matching(/^Verdict: failed\. .*changed after it was signed\. Don't rely/),
		]);
		const many = await service.validation('validate', {}, itemsOf('signed', 'tampered'));
		expect(hintsOf(many)).toEqual([]);
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

	it('names the paid validation when its result cannot be read', async () => {
		const service = await startService();
		const known = await service.validation('validate', {}, itemsOf('signed'));
		const id = known.outputs[0]![0]!.json.id as string;
		service.sandbox.faults.add({ ...VALIDATE, status: 200, body: { id, valid: true } });
		service.sandbox.faults.add({ method: 'GET', path: /\/infos\//, status: 500 });
		const { error } = await service.validation('validate', {}, itemsOf('signed'));
		expect(error?.message).toBe(`The document was validated, but its result couldn't be read`);
		expect(error?.description).toContain(`Get the result with Get Result Info, ID ${id}, within`);
		expect(error?.description).toMatch(/Validating again may use credits twice/);
		expect(error?.description).not.toMatch(/Try again/i);
	});

	it('uses credits, so that Retry On Fail sends only those again that got no answer', async () => {
		const service = await startService();
		// The first item gets through, the second one does not.
		service.sandbox.faults.add({ ...VALIDATE, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...VALIDATE, reset: 'after', times: 1 });
		const run = { ...itemsOf('signed', 'tampered'), settings: retrying };
		const { outputs } = await service.validation('validate', {}, run);
		expect(outputs[0]!.map(({ json }) => json.verdict)).toEqual(['passed', 'failed']);
		expect(sent(service)).toBe(3);
	});
});

describe('the second output', () => {
	const second = { secondOutput: true };
	const verdicts = (items: Array<{ json: object; pairedItem?: unknown }> = []) =>
		items.map(({ json, pairedItem }) => [(json as { verdict?: string }).verdict, pairedItem]);
	const neither = [matching(/is neither a PDF nor an XML file/)];

	it('takes the documents that did not pass, and stands before the error output', async () => {
		const service = await startService();
		const items = [...itemsOf('tampered', 'signed', 'unsigned').items, itemOf(Buffer.from('no'))];
		const settings = { onError: 'continueErrorOutput' } as const;
		const { outputs } = await service.validation('validate', second, { items, settings });
		expect(outputs.slice(0, 2).map(verdicts)).toEqual([
			[['passed', { item: 1 }]],
			[
				['failed', { item: 0 }],
				['indeterminate', { item: 2 }],
			],
		]);
		expect(outputs[2]!.map(({ json }) => json.error)).toEqual(neither);
	});

	it('takes what could not be validated too, where the node goes on with its regular output', async () => {
		const service = await startService();
		const items = [...itemsOf('signed').items, itemOf(Buffer.from('no'))];
		const settings = { onError: 'continueRegularOutput' } as const;
		const { outputs } = await service.validation('validate', second, { items, settings });
		expect(verdicts(outputs[0])).toEqual([['passed', { item: 0 }]]);
		expect(outputs[1]!.map(({ json }) => json.error)).toEqual(neither);
	});

	it('is left out as a tool of an agent', async () => {
		const service = await startService();
		const content = files.tampered!.toString('base64');
		const form = { ...second, source: 'base64', content };
		const { outputs } = await service.validation('validate', form, { asTool: true });
		expect(outputs[0]).toHaveLength(1);
		expect(outputs[1] ?? []).toEqual([]);
	});
});

describe('the size of a request', () => {
	it('the largest arrives whole, with its exact length', async () => {
		const service = await startService();
		const items = [itemOf(pdfOfSize(LARGEST_VALIDATED_BYTES))];
		const { outputs, error } = await service.validation('validate', {}, { items });
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ verdict: 'indeterminate', signatures: 0 });
		const [post] = service.sandbox.calls.matching(VALIDATE);
		expect(post!.contentLength).toBe(52_428_800);
		expect(post!.receivedBytes).toBe(post!.contentLength);
	});

	it('one byte more is refused before any call', async () => {
		const service = await startService();
		const bytes = pdfOfSize(LARGEST_VALIDATED_BYTES + 1);
		const { error } = await service.validation('validate', {}, { items: [itemOf(bytes)] });
		expect(error?.message).toContain(`${bytes.length} bytes`);
		expect(error?.message).toContain('52428800 bytes, 50 MB');
		expect(service.sandbox.calls.count()).toBe(0);
	});
});

describe('the login of the validation interface', () => {
	const large = () => ({ items: [itemOf(pdfOfSize(5 * MIB))] });

	const withoutRole = { username: 'api_demo_x', apiKey: 'api_demo_x_key', validation: false };
	it.each<[string, object, () => object]>([
		['403 to a large document', {}, large],
		['401 to a large document', { signingTokenOpensValidation: false }, large],
		[
			'403 and a key',
			{ signingTokenOpensValidation: false, refusedTokenStatus: 403 },
			() => itemsOf('signed'),
		],
	])('without the validation role is explained, by %s', async (_status, options, run) => {
		const service = await startService({ users: [withoutRole], ...options });
		const { error } = await service.validation('validate', {}, run());
		expect(error?.message).toMatch(/^This API key can't use Skribble's validation/);
		expect(error?.description).toMatch(
			/Ask Skribble's support to give the API user the role for validation/,
		);
	});
});
