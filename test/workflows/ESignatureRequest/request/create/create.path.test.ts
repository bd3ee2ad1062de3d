import type { OutgoingHttpHeaders } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { hintsOf } from '../../../../support/service/requestOperation';
import { startService } from '../../../../support/service/service';
import { serve } from '../../../../support/service/serve';

interface Answer {
	status: number;
	headers?: OutgoingHttpHeaders;
}

const methods = (...names: string[]): Answer => ({
	status: 204,
	headers: { 'Access-Control-Allow-Methods': names.join(', ') },
});

/** An n8n at its own public address; without an answer it keeps the caller waiting. */
async function startOwn(answer?: Answer) {
	const calls: string[] = [];
	const address = await serve(({ method, url, headers }, response) => {
		calls.push(`${method} ${url} ${headers.origin}`);
		if (answer) response.writeHead(answer.status, answer.headers).end();
	});
	return { address, calls };
}

async function create(address: string, parameters: INodeParameters = {}, count = 1) {
	const service = await startService();
	const items = Array.from({ length: count }, () => ({
		files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } },
	}));
	const form = {
		signerInput: 'json',
		signersJson: '[{ "email": "ann@example.com" }]',
		...{ callbacks: 'trigger', callbackPath: 'e-signatur', ...parameters },
	};
	const options = { items, waitingBaseUrl: `${address}/webhook-waiting` };
	const result = await service.request('request', 'create', form, options);
	expect(result.error).toBeUndefined();
	expect(service.sandbox.store.requests).toHaveLength(count);
	return hintsOf(result).filter((hint) => /No published workflow/.test(hint));
}

// As n8n 2.41.3 answers.
it.each([
	['has no webhook', methods('OPTIONS')],
	['has a webhook for another method', methods('OPTIONS', 'GET')],
])('Create names a Path that %s', async (_title, answer) => {
	const { address, calls } = await startOwn(answer);
	const [hint, ...more] = await create(address, {}, 3);
	expect(more).toEqual([]);
	expect(hint).toMatch(/a trigger with the Path e-signatur, so .*use the same Path/);
	expect(calls).toEqual([`OPTIONS /webhook/e-signatur ${address}`]);
});

it.each<[string, Answer | undefined]>([
	['n8n has a trigger with that Path', methods('OPTIONS', 'POST')],
	['a proxy lets other methods through', methods('GET', 'HEAD')],
	['a proxy redirects', { status: 302, headers: { location: '/other' } }],
	['n8n fails', { status: 500, headers: methods('OPTIONS').headers }],
	['no one answers', undefined],
])('Create is silent and works when %s', async (_title, answer) => {
	const { address, calls } = await startOwn(answer);
	expect(await create(address)).toEqual([]);
	expect(calls).toHaveLength(1);
});

it('Create is silent and works when this n8n cannot reach its own address', async () => {
	expect(await create('http://127.0.0.1:9')).toEqual([]);
});

it.each<[string, INodeParameters]>([
	['the test URL', { callbackTestUrl: true }],
	['no callbacks', { callbacks: 'none' }],
])('Create does not ask for %s', async (_title, parameters) => {
	const { address, calls } = await startOwn(methods('OPTIONS'));
	expect(await create(address, parameters)).toEqual([]);
	expect(calls).toEqual([]);
});
