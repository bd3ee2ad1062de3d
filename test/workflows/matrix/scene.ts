/** What the rows are about: documents and requests that are put there past the nodes. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { writeForm } from '../../sandbox/pdf/samples.ts';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { RequestRecord } from '../../../sandbox/state/requestRecord.ts';
import type { InputItem, RunResult } from '../../support/engine/engine.ts';
import { smallPdf } from '../../support/files/pdf.ts';
import { byId, type AddedRequest } from '../../support/service/service.ts';
import { when, type Case, type Form, type Stage, type StateRefusal } from './row.ts';

export const UNKNOWN = '11111111-2222-4333-8444-555555555555';
export const ANN = 'ann@example.com';
export const BOB = 'bob@example.com';
export const EVE = 'eve@example.com';
/** Who has an account; the public regions insist on one for some fields. */
export const ACCOUNTS = [ANN, BOB, EVE];

export const pdfItem = (bytes = smallPdf, field = 'data'): InputItem => ({
	files: { [field]: { bytes, fileName: 'Contract.pdf' } },
});

/** The same form with its file as a binary, as Base64 and from an address, where there is another file. */
export function fromAnywhere(
	{ pdfAddress: fileUrl }: Stage,
	{ parameters: common, seen }: Form,
	{ bytes, ...named }: { bytes: Buffer; fileName?: string } = { bytes: smallPdf },
): Form[] {
	const file = { bytes, fileName: 'Contract.pdf', ...named };
	const content = bytes.toString('base64');
	const binary = { source: 'binary', binaryPropertyName: 'file' };
	return [
		{ parameters: { ...common, ...binary }, items: [{ files: { file } }], seen },
		{ parameters: { ...common, source: 'base64', content, ...named }, seen },
		{ parameters: { ...common, source: 'url', fileUrl }, seen },
	];
}

/** Begins like a PDF and is none. */
export const BROKEN_PDF = Buffer.from('%PDF-1.7\nnothing else');
/** The file that every scanner of malware takes for one, as part of a PDF. */
export const INFECTED_PDF = Buffer.concat([
	smallPdf,
	Buffer.from(
		['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
	),
]);

export async function pdfWithPages(count: number): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	for (let page = 0; page < count; page++) pdf.addPage([595, 842]);
	return Buffer.from(await pdf.save());
}

let withField: Promise<Uint8Array> | undefined;
/** Two pages and an empty field for a signature; always the same file, which else says when it was made. */
export async function pdfWithField(): Promise<Buffer> {
	withField ??= writeForm({ useObjectStreams: false });
	return Buffer.from(await withField);
}

/** The minimal form of what is done to a request: one that was added for it, and what is seen afterwards. */
export const onRequest =
	(
		add: (stage: Stage) => Promise<{ id: string }>,
		seen: (result: RunResult, stage: Stage, id: string) => Promise<void> | void,
		{ parameters, items }: Partial<Form> = {},
	) =>
	async (stage: Stage): Promise<Form> => {
		const { id } = await add(stage);
		return {
			parameters: { requestId: byId(id), ...parameters },
			items,
			seen: async (result) => await seen(result, stage, id),
		};
	};

const DAY_MS = 86_400_000;
const STARTED_MS = Date.now();
/** The same all the time, also when midnight passes. */
export const inDays = (days: number) =>
	new Date(STARTED_MS + days * DAY_MS).toISOString().slice(0, 10);

/** The named people are to sign; no one has signed yet. */
export async function addRequest(
	{ service, version }: Stage,
	more: object = {},
	emails = [ANN],
): Promise<AddedRequest> {
	const signatures = emails.map((account_email) =>
		version === 'v1' ? { signer_email_address: account_email } : { account_email },
	);
	return await service.addRequest(version, { signatures, ...more });
}

/** The same, waiting for signatures also in v3. */
export async function addOpenRequest(
	stage: Stage,
	more: object = {},
	emails = [ANN],
): Promise<AddedRequest> {
	const request = await addRequest(stage, more, emails);
	if (stage.version === 'v3') {
		await post(stage, `/v3/signature-requests/${request.id}/initiate`);
	}
	return request;
}

/** Past the nodes; throws when it is refused. */
export async function post({ service }: Stage, path: string, body?: object): Promise<unknown> {
	const response = await service.call(path, {
		method: 'POST',
		...(body && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${path}: ${text}`);
	return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** The only item that came out. */
export function oneOf({ outputs }: RunResult): INodeExecutionData {
	expect(outputs.flat()).toHaveLength(1);
	return outputs[0]![0]!;
}

/** A request as the service has it. */
export function record({ service }: Stage, id: unknown): RequestRecord {
	const found = service.sandbox.store.request(String(id));
	if (!found) throw new Error(`The service has no request ${String(id)}`);
	return found;
}

/** What is not there, and what is someone else's; `more` is what the form requires besides the request. */
export const notMyRequest = (
	more: INodeParameters = {},
	sent = 1,
	whenUnknown = /doesn't find this ID[^]*Check the ID/,
): Array<Case<StateRefusal>> => [
	when('an unknown request', () => ({
		parameters: { requestId: byId(UNKNOWN), ...more },
		status: 404,
		says: whenUnknown,
		sent,
	})),
	when("someone else's request", async (stage) => ({
		parameters: { requestId: byId(await othersRequest(stage)), ...more },
		status: 403,
		says: /isn't allowed to do this[^]*no access to this signature request[^]*write access/,
		sent,
	})),
];

/** Shared for reading is not enough to change it. */
export const onlyReadable = (more: INodeParameters = {}, sent = 1): Case<StateRefusal> => ({
	title: 'a request that is shared for reading only',
	arrange: async (stage) => {
		const { sandbox } = stage.service;
		const id = await othersRequest(stage);
		sandbox.store.request(id)!.readAccess.push(sandbox.username);
		return {
			parameters: { requestId: byId(id), ...more },
			status: 403,
			says: /isn't allowed to do this[^]*may not change this signature request[^]*write access/,
			sent,
		};
	},
});

/** A document that belongs to someone else. */
export async function othersDocument(stage: Stage): Promise<string> {
	const content = smallPdf.toString('base64');
	const document = { title: 'Not yours', content, content_type: 'application/pdf' };
	const { id } = (await postAsOther(stage, '/v2/documents', document)) as { id: string };
	return id;
}

/** A request that belongs to someone else; others may read it where they are named. */
export async function othersRequest(stage: Stage, more: object = {}): Promise<string> {
	const document = await othersDocument(stage);
	const version = stage.version === 'v3' ? 'v3' : 'v2';
	const documents = version === 'v3' ? { documents: [{ id: document }] } : {};
	const body = { title: 'Not yours', document_id: document, ...documents, ...more };
	const path = `/${version}/signature-requests`;
	const { id } = (await postAsOther(stage, path, body)) as { id: string };
	return id;
}

const tokens = new WeakMap<object, string>();

/** The same by someone else. */
export async function postAsOther(
	{ service }: Stage,
	path: string,
	body: object,
): Promise<unknown> {
	const { sandbox } = service;
	const { username, apiKey } = sandbox.settings.users[1]!;
	const headers = { 'content-type': 'application/json', 'x-past-the-nodes': 'yes' };
	const send = async (to: string, content: object, more: object = {}) => {
		const init = { method: 'POST', body: JSON.stringify(content) };
		const response = await fetch(sandbox.address + to, {
			...init,
			headers: { ...headers, ...more },
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${to}: ${text}`);
		return text;
	};
	const credentials = { username, 'api-key': apiKey };
	const token = tokens.get(sandbox) ?? (await send('/v2/access/login', credentials));
	tokens.set(sandbox, token);
	return JSON.parse(await send(path, body, { authorization: `Bearer ${token}` })) as unknown;
}
