/** Create and Send and Wait with a file that is turned into a PDF first, and signers that its tags name. */
import type { INodeParameters } from 'n8n-workflow';
import { newDocx } from '../../../../sandbox/docx';
import type { NodeRun } from '../../../../support/engine/engine';
import { smallPdf } from '../../../../support/files/pdf';
import { hintsOf } from '../../../../support/service/requestOperation';
import { startService, type Service } from '../../../../support/service/service';
import { newRow } from '../../../../support/engine/workflowRow';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const EVE = 'eve@example.com';
const CREATE = { method: 'POST', path: '/signature-requests' };
const SPOT = { method: 'POST', path: '/tooling/process/{id}/spotsigners' };
const COMPRESS = { method: 'POST', path: '/tooling/process/{id}/compress' };
const CONFORM = { method: 'POST', path: '/tooling/process/{id}/conform' };
const DELETE = { method: 'DELETE', path: '/tooling/{id}' };

const docx = (...paragraphs: string[]) => ({
	files: { data: { bytes: newDocx('Lease', ...paragraphs), fileName: 'Lease.docx' } },
});
/** With room for a signature below the heading. */
const lease = (...paragraphs: string[]) => docx('', '', '', ...paragraphs);
const TWO_TAGS = [`{{sign: Landlord, ${ANN}, 1}}`, '{{sign: Tenant, 2}}'];

const anyFile = { source: 'anyFile', fileSource: 'binary' };
const fromTags = (...rows: Array<[string, string]>): INodeParameters => ({
	...anyFile,
	signerInput: 'tags',
	signerEmails: { signer: rows.map(([name, email]) => ({ name, email })) },
});

const startPublic = async () =>
	await startService({ dialect: 'public', accounts: [ANN, BOB, EVE] });

async function create(service: Service, form: INodeParameters, items: object[], settings = {}) {
	return await service.request('request', 'create', form, { items, settings });
}

const words = ({ error }: Awaited<ReturnType<typeof create>>) =>
	`${error?.message}\n${error?.description}`;

async function leftover({ sandbox }: Service): Promise<unknown[]> {
	const response = await fetch(`${sandbox.address}/sandbox/tooling`);
	return (await response.json()) as unknown[];
}

/** Who signs the only request of the service, when and where. */
function signersIn({ sandbox }: Service) {
	const [request, ...others] = sandbox.store.requests;
	expect(others).toEqual([]);
	return request!.signatures.map(({ email, order, visual, documents }) => {
		const placed = visual ?? documents?.[0]?.visual;
		return { email, order, places: placed?.positions ?? [placed?.position] };
	});
}

const sentBody = ({ wire }: Service) =>
	wire.findLast(({ method, path }) => method === 'POST' && /\/signature-requests$/.test(path))!
		.body;

const onFirstPage = expect.objectContaining({ page: '0', width: 160, height: 45 }) as object;
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

describe('Create with any file', () => {
	it.each(['v2', 'v3'])('sends it to those whom its tags and the form name, %s', async (v) => {
		const service = await startPublic();
		const form = { apiVersion: v, ...fromTags([' tenant', BOB]) };
		const { outputs, error } = await create(service, form, [lease(...TWO_TAGS)]);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ title: 'Lease', warnings: [] });
		expect(signersIn(service)).toEqual([
			{ email: ANN, order: 1, places: [onFirstPage] },
			{ email: BOB, order: 2, places: [onFirstPage] },
		]);
		expect(service.sandbox.calls.count(CREATE)).toBe(1);
		expect(await leftover(service)).toEqual([]);
	});

	it('lets the form override a tag, and takes quality and observers from the tags', async () => {
		const service = await startPublic();
		const file = lease(`{{sign: Landlord, ${ANN}, AES, EIDAS}}`, `{{observe: ${EVE}}}`);
		const form = { apiVersion: 'v3', ...fromTags(['Landlord', BOB]) };
		const { error } = await create(service, form, [file]);
		expect(error).toBeUndefined();
		expect(signersIn(service)).toMatchObject([{ email: BOB }]);
		expect(sentBody(service)).toMatchObject({ quality: 'AES', legislation: 'EIDAS' });
		const { observers } = service.sandbox.store.requests[0]!;
		expect(observers.map(({ who }) => who)).toEqual([EVE]);
	});

	it('keeps the quality of the form', async () => {
		const service = await startPublic();
		const form = { ...fromTags(), quality: 'SES' };
		await create(service, form, [lease(`{{sign: ${ANN}, QES, EIDAS}}`)]);
		expect(sentBody(service)).toMatchObject({ quality: 'SES' });
		expect(sentBody(service)).not.toHaveProperty('legislation');
	});

	it('places signatures in the prepared file only, not in more documents', async () => {
		const service = await startPublic();
		const annex = await service.addDocument('Annex');
		const form = { apiVersion: 'v3', ...fromTags(), options: { moreDocumentIds: annex } };
		const { error } = await create(service, form, [lease(`{{sign: ${ANN}}}`)]);
		expect(error).toBeUndefined();
		const [first, second] = service.sandbox.store.requests[0]!.signatures[0]!.documents!;
		expect(first!.visual).toMatchObject({ positions: [onFirstPage] });
		expect(second!.visual).toBeUndefined();
	});

	it('takes signers from the form, and does not look for tags then', async () => {
		const service = await startPublic();
		const form = { ...anyFile, signerInput: 'json', signersJson: `[{ "email": "${BOB}" }]` };
		const { error } = await create(service, form, [lease(...TWO_TAGS)]);
		expect(error).toBeUndefined();
		expect(signersIn(service)).toMatchObject([{ email: BOB }]);
		expect(service.sandbox.calls.count(SPOT)).toBe(0);
	});

	it('makes PDF/A, and hands on what the service warns of', async () => {
		const service = await startPublic();
		service.sandbox.faults.add({
			...{ ...CONFORM, status: 200, times: 1 },
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ status: 'success', conformance: 'pdfa-2b', downgraded: true }),
		});
		const form = { ...fromTags(), makePdfA: true, pdfALevel: 'pdfa-2a', simplify: false };
		const result = await create(service, form, [lease(`{{sign: ${ANN}}}`)]);
		expect(result.error).toBeUndefined();
		const warning = matching(/^Make PDF\/A: The file is pdfa-2b, because pdfa-2a wasn't possible/);
		expect(result.outputs[0]![0]!.json.warnings).toEqual([warning]);
		expect(hintsOf(result)).toContainEqual(warning);
	});

	it('reads the whole form before anything is sent', async () => {
		const service = await startPublic();
		const form = { ...fromTags(), options: { otherFields: '{ "title": "x" }' } };
		const result = await create(service, form, [lease(...TWO_TAGS)]);
		expect(words(result)).toMatch(/^Options > Other Fields \(JSON\) > title has a separate field/);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each<[string, INodeParameters, string[], RegExp]>([
		[
			'a signer without an email',
			fromTags(),
			TWO_TAGS,
			/^Find Signers by Tags: "Tenant" has no email address\nAdd the name and the address/,
		],
		[
			'an entry whose name is in no tag',
			fromTags(['Tenant', BOB], ['Landlady', ANN]),
			TWO_TAGS,
			/^Find Signers by Tags: no tag in the document has the name "Landlady"[^]*"Landlord", "Tenant"/,
		],
		[
			'a file without tags',
			fromTags(),
			['No one signs.'],
			/^Find Signers by Tags: Skribble found no tags in the document/,
		],
		[
			'an email in a tag that is none',
			fromTags(),
			['{{sign: Tenant, bob@}}'],
			/^Find Signers by Tags: "bob@" in the tag of "Tenant" isn't an email address/,
		],
		[
			'an observer whose address is none',
			fromTags(),
			[`{{sign: ${ANN}}}`, '{{observe: eve@}}'],
			/^Find Signers by Tags: an observer in the tags has no valid email address: eve@/,
		],
		[
			'several positions in version v1',
			{ apiVersion: 'v1', ...fromTags() },
			[`{{sign: Ann, ${ANN}}}`, '{{sign: Ann}}'],
			/^Find Signers by Tags: "Ann" > positions has several entries, but API Version V1 accepts one/,
		],
	])('creates nothing with %s', async (_title, form, paragraphs, says) => {
		const service = await startPublic();
		const result = await create(service, form, [lease(...paragraphs)]);
		expect(words(result)).toMatch(says);
		expect(words(result)).toContain('No request was created.');
		expect(service.sandbox.calls.count(CREATE)).toBe(0);
		expect(service.sandbox.calls.count({ path: '/documents' })).toBe(0);
		expect(await leftover(service)).toEqual([]);
	});

	it('says in the output and above it when a signature covers text', async () => {
		const service = await startPublic();
		const result = await create(service, fromTags(), [docx(`{{sign: ${ANN}}} and so on`)]);
		const warning = matching(
			/^Find Signers by Tags: these signatures cover text of the document: "ann@example.com" on page 1\. Leave room/,
		);
		expect(result.outputs[0]![0]!.json.warnings).toEqual([warning]);
		expect(hintsOf(result)).toContainEqual(warning);
	});

	it.each<[string, string, string, object | undefined]>([
		['the tags lack an email', 'create', '{{sign: Tenant}}', undefined],
		['the request is refused', 'sendAndWait', `{{sign: ${ANN}}}`, { ...CREATE, status: 400 }],
	])('says so too when %s afterwards (%s)', async (_title, operation, tag, fault) => {
		const service = await startPublic();
		service.sandbox.faults.add({ ...DELETE, status: 500 });
		if (fault) service.sandbox.faults.add(fault as typeof CREATE & { status: number });
		const result = await service.request('request', operation, fromTags(), {
			items: [lease(tag)],
		});
		expect(words(result)).toMatch(/\nThe uploaded file couldn't be deleted[^\n]*$/);
		expect(service.sandbox.store.requests).toEqual([]);
	});
});

describe('Send and Wait with any file', () => {
	async function startWaiting(items: object[]) {
		const service = await startPublic();
		service.sandbox.faults.add({
			...{ ...COMPRESS, status: 200 },
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ status: 'failed', details: ['It is small.'] }),
		});
		const node: NodeRun = {
			type: 'eSignatureRequest',
			parameters: {
				...{ resource: 'request', operation: 'sendAndWait', ...fromTags(['Tenant', BOB]) },
				...{ compress: true, downloadDocuments: true },
			},
			items,
		};
		const { run, error } = await service.engine.run(node);
		expect(error).toBeUndefined();
		expect(run.status).toBe('waiting');
		return { service, node, run };
	}
	const warnings = ['Compress: it stayed as it was. Skribble says: It is small.'];

	const signByAll = async ({ sandbox: { store, people } }: Service) => {
		for (const { id, signatures } of store.requests)
			for (const { id: sid } of signatures) await people.sign(id, sid);
	};

	it('goes on with the signed files and their warnings, as at the time limit', async () => {
		const { service, node, run } = await startWaiting([lease(...TWO_TAGS), lease(...TWO_TAGS)]);
		const late = await service.engine.passTimeLimit(node, run);
		expect(late.outputs[0]!.map(({ json }) => json.warnings)).toEqual([warnings, warnings]);
		await signByAll(service);
		const called = service.sandbox.store.requests[1]!.callbacks.at(-1)!;
		const { resumed } = await service.engine.callBack(node, run, called.url, newRow());
		for (const item of resumed!.outputs[0]!) {
			expect(item.json).toMatchObject({ outcome: 'signed', title: 'Lease', warnings });
			const signed = await service.engine.readBinary(item);
			expect(signed.toString('latin1')).toContain('/ByteRange');
		}
		expect(await leftover(service)).toEqual([]);
	});

	it('leaves a field of the item alone that is called warnings too', async () => {
		const service = await startPublic();
		const form = { signerInput: 'json', signersJson: `[{ "email": "${ANN}" }]` };
		const node: NodeRun = {
			type: 'eSignatureRequest',
			parameters: { resource: 'request', operation: 'sendAndWait', ...form },
			items: [
				{
					json: { warnings: ['of another node'] },
					files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } },
				},
			],
		};
		const { run } = await service.engine.run(node);
		const { id } = service.sandbox.store.requests[0]!;
		await service.sandbox.people.sign(id);
		const called = service.sandbox.store.request(id)!.callbacks.at(-1)!;
		const { outputs } = await service.engine.resume(node, run, called.url);
		expect(outputs[0]![0]!.json).not.toHaveProperty('warnings');
	});
});
