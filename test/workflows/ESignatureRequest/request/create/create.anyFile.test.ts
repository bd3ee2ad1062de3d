/** Create and Send and Wait with a file that is turned into a PDF first, and signers that its tags name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { newDocx } from '../../../../sandbox/docx';
import type { NodeRun } from '../../../../support/engine/engine';
import { smallPdf } from '../../../../support/files/pdf';
import { hintsOf, retrying } from '../../../../support/service/requestOperation';
import { startService } from '../../../../support/service/service';
import type { Service } from '../../../../support/service/service';
import { newRow } from '../../../../support/engine/workflowRow';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const EVE = 'eve@example.com';
const CREATE = { method: 'POST', path: '/signature-requests' };
const UPLOAD = { method: 'POST', path: '/tooling/upload' };
const SPOT = { method: 'POST', path: '/tooling/process/{id}/spotsigners' };
const COMPRESS = { method: 'POST', path: '/tooling/process/{id}/compress' };
const CONFORM = { method: 'POST', path: '/tooling/process/{id}/conform' };
const DOWNLOAD = { method: 'GET', path: '/tooling/{id}' };
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

interface Shown {
	account_email: string;
	sequence?: number;
	visual_signature?: Visual;
	document_signatures?: Array<{ visual_signature?: Visual }>;
}
interface Visual {
	position?: object;
	positions?: object[];
}

/** Who signs the only request of the service, when and where. */
async function signersIn({ sandbox, call }: Service, version: string) {
	const [{ id } = { id: '' }, ...others] = sandbox.store.requests;
	expect(others).toEqual([]);
	const response = await call(`/${version}/signature-requests/${id}`);
	const { signatures } = (await response.json()) as { signatures: Shown[] };
	return signatures.map(({ account_email, sequence, visual_signature, document_signatures }) => {
		const [first] = document_signatures ?? [];
		const { position, positions } = visual_signature ?? first?.visual_signature ?? {};
		return { email: account_email, sequence, places: positions ?? [position] };
	});
}

const sentBody = ({ wire }: Service) =>
	wire.findLast(({ method, path }) => method === 'POST' && /\/signature-requests$/.test(path))!
		.body;

const onFirstPage = expect.objectContaining({ page: '0', width: 160, height: 45 }) as object;
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

describe.each(['v2', 'v3'])('Create, %s', (apiVersion) => {
	it('sends a Word file to those whom its tags and the form name', async () => {
		const service = await startPublic();
		const form = { apiVersion, ...fromTags([' tenant', BOB]) };
		const { outputs, error } = await create(service, form, [lease(...TWO_TAGS)]);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ title: 'Lease.pdf', warnings: [] });
		expect(await signersIn(service, apiVersion)).toEqual([
			{ email: ANN, sequence: 1, places: [onFirstPage] },
			{ email: BOB, sequence: 2, places: [onFirstPage] },
		]);
		expect(service.sandbox.calls.count(CREATE)).toBe(1);
		expect(await leftover(service)).toEqual([]);
	});

	it('lets the form override a tag, and takes quality and observers from the tags', async () => {
		const service = await startPublic();
		const file = lease(`{{sign: Landlord, ${ANN}, AES, EIDAS}}`, `{{observe: ${EVE}}}`);
		const form = { apiVersion, ...fromTags(['Landlord', BOB]) };
		const { error } = await create(service, form, [file]);
		expect(error).toBeUndefined();
		expect(await signersIn(service, apiVersion)).toMatchObject([{ email: BOB }]);
		const [request] = service.sandbox.store.requests;
		expect(sentBody(service)).toMatchObject({ quality: 'AES', legislation: 'EIDAS' });
		const copies =
			apiVersion === 'v3' ? request!.observers.map(({ who }) => who) : request!.ccEmailAddresses;
		expect(copies).toEqual([EVE]);
	});

	it('keeps the quality of the form', async () => {
		const service = await startPublic();
		const form = { apiVersion, ...fromTags(), quality: 'SES' };
		await create(service, form, [lease(`{{sign: ${ANN}, QES, EIDAS}}`)]);
		expect(sentBody(service)).toMatchObject({ quality: 'SES' });
		expect(sentBody(service)).not.toHaveProperty('legislation');
	});

	it('places signatures in the prepared file only, not in more documents', async () => {
		if (apiVersion !== 'v3') return;
		const service = await startPublic();
		const annex = await service.addDocument('Annex');
		const form = { apiVersion, ...fromTags(), options: { moreDocumentIds: annex } };
		const { error } = await create(service, form, [lease(`{{sign: ${ANN}}}`)]);
		expect(error).toBeUndefined();
		const { id } = service.sandbox.store.requests[0]!;
		const response = await service.call(`/v3/signature-requests/${id}`);
		const { signatures } = (await response.json()) as { signatures: Shown[] };
		const [first, second] = signatures[0]!.document_signatures!;
		expect(first!.visual_signature).toMatchObject({ positions: [onFirstPage] });
		expect(second!.visual_signature ?? null).toBeNull();
	});
});

describe('Create with any file', () => {
	it('takes signers from the form, and does not look for tags then', async () => {
		const service = await startPublic();
		const form = { ...anyFile, signerInput: 'json', signersJson: `[{ "email": "${BOB}" }]` };
		const { error } = await create(service, form, [lease(...TWO_TAGS)]);
		expect(error).toBeUndefined();
		expect(await signersIn(service, 'v2')).toMatchObject([{ email: BOB }]);
		expect(service.sandbox.calls.count(SPOT)).toBe(0);
	});

	it('takes the file from Base64 text, and compresses it', async () => {
		const service = await startPublic();
		const content = Buffer.from(`{{sign: ${ANN}}}`).toString('base64');
		const form = {
			...{ ...fromTags(), fileSource: 'base64', content, fileName: 'Note.txt' },
			...{ compress: true, compressFor: 'web', title: 'A note' },
		};
		const { outputs, error } = await create(service, form, [{}]);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ title: 'A note' });
		expect(service.sandbox.calls.matching(COMPRESS)[0]!.query).toContain('optimise=web');
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
		const warning = matching(/^Make PDF\/A: pdfa-2a was not possible/);
		expect(result.outputs[0]![0]!.json.warnings).toEqual([warning]);
		expect(hintsOf(result)).toContainEqual(warning);
	});

	it('sends nothing to an address that has no such calls', async () => {
		const service = await startService();
		const result = await create(service, fromTags(), [lease(...TWO_TAGS)]);
		expect(words(result)).toMatch(
			/^Any File \(Prepare First\) is not available at the address[^]*Nothing was sent/,
		);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each<[string, INodeParameters, object, RegExp]>([
		[
			'tags in a file that is not prepared',
			{ ...fromTags(), source: 'binary' },
			{ files: { data: { bytes: smallPdf, fileName: 'Lease.pdf' } } },
			/^Specify Signers is From Tags in the Document, which needs Document From: Any File/,
		],
		[
			'an email that is none',
			fromTags(['Tenant', 'bob']),
			lease(...TWO_TAGS),
			/^Signer Emails, entry 1, Email "bob" is not an email address/,
		],
		[
			'an email that an expression leaves empty',
			fromTags(['Tenant', '={{ $json.missing }}']),
			lease(...TWO_TAGS),
			/^Signer Emails, entry 1, Email is empty/,
		],
		[
			'a row without a name',
			fromTags(['', BOB]),
			lease(...TWO_TAGS),
			/^Signer Emails, entry 1, Name in the Tag is empty/,
		],
		[
			'a name twice',
			fromTags(['Tenant', BOB], ['tenant', ANN]),
			lease(...TWO_TAGS),
			/^Signer Emails, entry 2, Name in the Tag is listed twice/,
		],
		[
			'a file that is protected by a password',
			fromTags(),
			{
				files: {
					data: {
						bytes: Buffer.from('d0cf11e0a1b11ae1'.padEnd(64, '0'), 'hex'),
						fileName: 'Lease.docx',
					},
				},
			},
			/^The file "Lease.docx" is protected by a password/,
		],
		['a file that is not there', fromTags(), {}, /^Input Binary Field: this item has no binary/],
		[
			'an address from which nothing comes',
			{ ...fromTags(), fileSource: 'url', fileUrl: 'http://127.0.0.1:1/lease.docx' },
			{},
			/^File URL: the file could not be downloaded/,
		],
		[
			'other fields of the form that are wrong',
			{ ...fromTags(), options: { otherFields: '{ "title": "x" }' } },
			lease(...TWO_TAGS),
			/^Options, Other Fields \(JSON\), title has a field of its own/,
		],
	])('refuses %s before anything is sent', async (_title, form, item, says) => {
		const service = await startPublic();
		const result = await create(service, form, [item]);
		expect(words(result)).toMatch(says);
		expect(words(result)).toContain('Nothing was sent');
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each<[string, INodeParameters, string[], RegExp]>([
		[
			'a signer without an email',
			fromTags(),
			TWO_TAGS,
			/^Find Signers by Tags: no email for "Tenant"\nAdd each of these names/,
		],
		[
			'an entry whose name is in no tag',
			fromTags(['Tenant', BOB], ['Landlady', ANN]),
			TWO_TAGS,
			/^Find Signers by Tags: no tag in the document names the signer "Landlady"[^]*"Landlord", "Tenant"/,
		],
		[
			'a file without tags',
			fromTags(),
			['No one signs.'],
			/^Find Signers by Tags: the document has no tags/,
		],
		[
			'an email in a tag that is none',
			fromTags(),
			['{{sign: Tenant, bob@}}'],
			/^Find Signers by Tags: the tag of "Tenant" has "bob@", which is not an email address/,
		],
		[
			'an observer whose address is none',
			fromTags(),
			[`{{sign: ${ANN}}}`, '{{observe: eve@}}'],
			/^Find Signers by Tags: one of the observers in the tags is not an email address: eve@/,
		],
		[
			'several positions in version v1',
			{ apiVersion: 'v1', ...fromTags() },
			[`{{sign: Ann, ${ANN}}}`, '{{sign: Ann}}'],
			/^Find Signers by Tags: of "Ann", positions has several entries, and version v1 takes one/,
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

	it.each<[string, { method: string; path: string }]>([
		['Upload', UPLOAD],
		['Find Signers by Tags', SPOT],
		['Compress', COMPRESS],
		['Make PDF/A', CONFORM],
		['Download', DOWNLOAD],
	])(
		'names the step %s when it fails, deletes the upload, and creates nothing',
		async (step, call) => {
			const service = await startPublic();
			service.sandbox.faults.add({ ...call, status: 501 });
			const form = { ...fromTags(), compress: true, makePdfA: true };
			const result = await create(service, form, [lease(`{{sign: ${ANN}}}`)]);
			expect(result.error!.message).toMatch(RegExp(`^${step}: `));
			expect(service.sandbox.calls.count(CREATE)).toBe(0);
			expect(await leftover(service)).toEqual([]);
		},
	);

	it('says in the output and above it when a signature covers text', async () => {
		const service = await startPublic();
		const result = await create(service, fromTags(), [docx(`{{sign: ${ANN}}} and so on`)]);
		const warning = matching(
			/^Find Signers by Tags: these signatures cover text of the document: "ann@example.com" on page 1\. Leave room/,
		);
		expect(result.outputs[0]![0]!.json.warnings).toEqual([warning]);
		expect(hintsOf(result)).toContainEqual(warning);
	});

	it('says in the output when the upload could not be deleted', async () => {
		const service = await startPublic();
		service.sandbox.faults.add({ ...DELETE, status: 500 });
		const { outputs } = await create(service, fromTags(), [lease(`{{sign: ${ANN}}}`)]);
		expect(outputs[0]![0]!.json.warnings).toEqual([
			matching(/^The uploaded file could not be deleted/),
		]);
		expect(service.sandbox.store.requests).toHaveLength(1);
	});

	it.each<[string, string, string, object | undefined]>([
		['the tags lack an email', 'create', '{{sign: Tenant}}', undefined],
		['the request is refused', 'create', `{{sign: ${ANN}}}`, { ...CREATE, status: 400 }],
		['the request is refused', 'sendAndWait', `{{sign: ${ANN}}}`, { ...CREATE, status: 400 }],
	])('says so too when %s afterwards (%s)', async (_title, operation, tag, fault) => {
		const service = await startPublic();
		service.sandbox.faults.add({ ...DELETE, status: 500 });
		if (fault) service.sandbox.faults.add(fault as typeof CREATE & { status: number });
		const result = await service.request('request', operation, fromTags(), {
			items: [lease(tag)],
		});
		expect(words(result)).toMatch(/\nThe uploaded file could not be deleted[^\n]*$/);
		expect(service.sandbox.store.requests).toEqual([]);
	});

	it.each(['v2', 'v3'])('is sent once when the answer is lost, %s', async (apiVersion) => {
		const service = await startPublic();
		service.sandbox.faults.add({ ...CREATE, reset: 'after' });
		const form = { apiVersion, ...fromTags() };
		const result = await create(service, form, [lease(`{{sign: ${ANN}}}`)], retrying);
		expect(result.error!.message).toMatch(/^An earlier attempt has sent this signature request/);
		expect(service.sandbox.calls.count(CREATE)).toBe(1);
		expect(await leftover(service)).toEqual([]);
	});

	it('sends the other items once when one of them is refused and tried again', async () => {
		const service = await startPublic();
		const items = [lease(`{{sign: ${ANN}}}`), lease('{{sign: Tenant}}')];
		const result = await create(service, fromTags(), items, retrying);
		expect(result.error!.message).toMatch(/no email for "Tenant"/);
		expect(result.error!.description).toMatch(/Already created: item 1/);
		expect(service.sandbox.calls.count(CREATE)).toBe(1);
	});
});

describe('Send and Wait with any file', () => {
	async function startWaiting(items: object[], more: INodeParameters = {}) {
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
				...{ compress: true, ...more },
			},
			items,
		};
		const { run, error } = await service.engine.run(node);
		expect(error).toBeUndefined();
		expect(run.status).toBe('waiting');
		return { service, node, run };
	}
	const warnings = ['Compress: it stayed as it was. The service says: It is small.'];

	const signByAll = async ({ sandbox: { store, people } }: Service) => {
		for (const { id, signatures } of store.requests)
			for (const { id: sid } of signatures) await people.sign(id, sid);
	};

	it.each(['v2', 'v3'])('goes on with the signed file, %s', async (apiVersion) => {
		const { service, node, run } = await startWaiting([lease(...TWO_TAGS)], {
			apiVersion,
			downloadDocuments: true,
		});
		const { id } = service.sandbox.store.requests[0]!;
		await signByAll(service);
		const called = service.sandbox.store.request(id)!.callbacks.at(-1)!;
		const { outputs } = await service.engine.resume(node, run, called.url);
		const [item] = outputs[0]!;
		expect(item!.json).toMatchObject({ id, outcome: 'signed', title: 'Lease.pdf', warnings });
		const signed = await service.engine.readBinary(item!);
		expect(signed.toString('latin1')).toContain('/ByteRange');
		expect(await leftover(service)).toEqual([]);
	});

	it('keeps the warnings of several items, and when the time limit passes', async () => {
		const { service, node, run } = await startWaiting([lease(...TWO_TAGS), lease(...TWO_TAGS)]);
		const late = await service.engine.passTimeLimit(node, run);
		expect(late.outputs[0]!.map(({ json }) => json.warnings)).toEqual([warnings, warnings]);
		await signByAll(service);
		const called = service.sandbox.store.requests[1]!.callbacks.at(-1)!;
		const { resumed } = await service.engine.callBack(node, run, called.url, newRow());
		expect(resumed!.outputs[0]!.map(({ json }) => json)).toMatchObject([
			{ outcome: 'signed', warnings },
			{ outcome: 'signed', warnings },
		]);
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

	it('sends nothing to an address that has no such calls', async () => {
		const service = await startService();
		const result = await service.request('request', 'sendAndWait', fromTags(), {
			items: [lease(...TWO_TAGS)],
		});
		expect(words(result)).toMatch(/^Any File \(Prepare First\) is not available/);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});

describe('an agent', () => {
	it('creates a request from a Word file at an address that the model names', async () => {
		const docx = newDocx('Lease', '{{sign: Tenant}}');
		const host = createServer((_request, response) => {
			response.end(docx);
		});
		await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
		const { port } = host.address() as AddressInfo;
		const service = await startPublic();
		const node = {
			type: 'eSignatureRequestTool',
			parameters: {
				...{ resource: 'request', operation: 'create', source: 'anyFile', signerInput: 'tags' },
				fileUrl: "={{ $fromAI('address', '', 'string') }}",
				signerEmails: {
					signer: [{ name: 'Tenant', email: "={{ $fromAI('tenant', '', 'string') }}" }],
				},
			},
		};
		const call = { address: `http://127.0.0.1:${port}/Lease.docx`, tenant: BOB };
		const { answers } = await service.engine.callTool(node, [call, { ...call, tenant: '' }]);
		host.close();
		expect(answers[0]).toEqual({ answer: expect.any(String) as string });
		expect(await signersIn(service, 'v2')).toMatchObject([{ email: BOB }]);
		expect(answers[1]!.error).toMatch(/^Signer Emails, entry 1, Email is empty/);
	});
});
