import type { IDataObject } from 'n8n-workflow';
import { nodes } from '../../../support/operations/descriptions';
import { createEngine } from '../../../support/engine/engine';
import { pdfOfSize, smallPdf } from '../../../support/files/pdf';
import { expectNoSecret } from '../../../support/service/secrets';
import { startService, type Service, type ServiceOptions } from '../../../support/service/service';
import { retrying } from '../../../support/service/requestOperation';
import { serve } from '../../../support/service/serve';

const ID = '11111111-2222-4333-8444-555555555555';
const CODE = '99999999-8888-4777-8666-555555555555';
/** As a workflow has it: the code is not part of the node. */
const byExpression = {
	sendToId: '={{ $json.id }}',
	accessCode: '={{ $json.access_code }}',
};

const startPublic = async (options: ServiceOptions = {}) =>
	await startService({ dialect: 'public', ...options });

async function create(service: Service, bytes = smallPdf) {
	const { outputs, error } = await service.request(...(['sendTo', 'create', {}] as const), {
		items: [{ files: { data: { bytes, fileName: 'Contract.pdf' } } }],
	});
	expect(error).toBeUndefined();
	return outputs[0]![0]!.json as { id: string; url: string; access_code: string };
}

const after = async (service: Service, operation: string, sent: IDataObject) =>
	await service.request('sendTo', operation, byExpression, { items: [{ json: sent }] });

/** What a person does on the page behind the link. */
async function fillIn({ url }: { url: string }, fields: Record<string, string>) {
	const cookie = 'sandbox_person=ann%40example.com';
	const headers = { cookie, 'x-past-the-nodes': 'yes' };
	const body = new URLSearchParams(fields);
	return await fetch(url, { method: 'POST', redirect: 'manual', headers, body });
}

it('follows a document from the link to the signed PDF without a login', async () => {
	const headers: Array<string | string[] | undefined> = [];
	const service = await startPublic({
		onCall: (call) => headers.push(call.headers.authorization),
	});
	const sent = await create(service);
	const track = async () => (await after(service, 'track', sent)).outputs[0]![0]!.json;
	expect(await track()).toMatchObject({ id: sent.id, status: 'UNCLAIMED' });

	await fillIn(sent, { action: 'claim', email: 'ann@example.com' });
	expect(await track()).toMatchObject({ status: 'CLAIMED', creator: 'ann@example.com' });
	await fillIn(sent, { action: 'start', signers: 'ann@example.com' });
	expect(await track()).toMatchObject({ status: 'SIGNING', signers: ['ann@example.com'] });
	const [request] = service.sandbox.store.requests;
	await service.sandbox.people.sign(request!.id, 'ann@example.com');
	expect(await track()).toMatchObject({ status: 'SIGNED' });

	const { outputs } = await after(service, 'download', sent);
	const signed = await service.engine.readBinary(outputs[0]![0]!);
	expect(signed.length).toBeGreaterThan(smallPdf.length);
	expect((await after(service, 'delete', sent)).outputs[0]![0]!.json).toEqual({ deleted: true });
	const gone = await after(service, 'track', sent);
	expect(gone.error?.message).toContain('find a sent document with this ID and access code');
	expect(headers.filter((one) => one !== undefined)).toEqual([]);
});

it('sends a large document without asking for a token first', async () => {
	const service = await startPublic();
	await create(service, pdfOfSize(6_000_000));
	expect(service.wire.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v2/sendto']);
});

describe('the access code', () => {
	/** Answers with all that it was sent. */
	async function startEcho(status: number) {
		const signingAddress = await serve((request, response) => {
			const echoed = `I know ${String(request.headers['x-accesscode'])}`;
			// Longer than anyone waits, so that nothing is tried again.
			const type = { 'content-type': 'application/json', 'retry-after': '3600' };
			response
				.writeHead(status, type)
				.end(JSON.stringify({ [status === 200 ? 'status' : 'message']: echoed }));
		});
		return await createEngine({
			...{ username: 'api_demo_echo', apiKey: 'api_demo_key', region: 'custom' },
			...{ dialect: 'public', signingAddress },
		});
	}

	it.each([200, 401, 404])('is hidden where status %s repeats it', async (status) => {
		const engine = await startEcho(status);
		const { outputs, error } = await engine.run({
			type: 'eSignatureRequest',
			parameters: { resource: 'sendTo', operation: 'track', ...byExpression },
			items: [{ json: { id: ID, access_code: CODE } }],
		});
		if (status === 200) expect(outputs[0]![0]!.json).toMatchObject({ status: 'I know hidden' });
		else expect(error?.context?.status).toBe(status);
		expectNoSecret({ outputs, error }, [CODE]);
	});

	it('is declared as an output that n8n hides from viewers of executions', () => {
		const { description } = nodes.find((one) => one.description.name === 'eSignatureRequest')!;
		expect(description.sensitiveOutputFields).toEqual(['access_code']);
	});
});

describe('Retry On Fail', () => {
	const POST = { method: 'POST', path: '/sendto' };
	const pdf = { files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } };

	it('returns the access code of a document that was sent, and does not store it', async () => {
		const service = await startPublic();
		const settings = { ...retrying, onError: 'continueRegularOutput' } as const;
		const run = { items: [{ json: {} }, pdf], settings };
		const { outputs, run: ended } = await service.request('sendTo', 'create', {}, run);
		const [failed, sent] = outputs[0]!.map(({ json }) => json);
		expect(failed).toMatchObject({ error: expect.any(String) as string });
		expect(sent).toMatchObject({ access_code: expect.any(String) as string });
		expect(service.sandbox.calls.count(POST)).toBe(1);
		const { contextData } = ended.data.executionData!;
		expect(JSON.stringify(contextData)).toContain('sentInRun');
		expect(JSON.stringify(contextData)).not.toContain(sent!.access_code);
	});
});
