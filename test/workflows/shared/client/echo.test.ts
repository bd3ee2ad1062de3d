import type { IncomingMessage } from 'node:http';
import { createEngine } from '../../../support/engine/engine';
import { jwt } from '../../../support/service/jwt';
import { smallPdf } from '../../../support/files/pdf';
import { expectNoSecret } from '../../../support/service/secrets';
import { serve } from '../../../support/service/serve';

const token = jwt({
	iat: Math.floor(Date.now() / 1000),
	exp: Math.floor(Date.now() / 1000) + 1200,
});
const apiKey = 'api_demo_key_with "quotes" / ä';
const previousApiKey = 'api_demo_key_before';

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text;
}

/** Logs in, and refuses everything else by repeating all that it knows. */
async function startEcho(status: number, write: (echoed: string) => string) {
	const proofs: string[] = [];
	const signingAddress = await serve(async (request, response) => {
		const body = await textOf(request);
		if (request.url?.endsWith('/access/login')) return response.end(token);
		const sent = /nonce=([^"&]+)&proof=([^"&]+)/.exec(body)?.slice(1) ?? [];
		proofs.push(...sent);
		const known = [request.headers.authorization, apiKey, previousApiKey, ...sent];
		return response.writeHead(status).end(write(`I know ${known.join(' and ')}`));
	});
	const engine = await createEngine({
		username: 'api_demo_echo',
		apiKey,
		previousApiKey,
		region: 'custom',
		signingAddress,
	});
	return { engine, proofs };
}

it.each<[number, string, (echoed: string) => string]>([
	[400, 'a message', (message) => JSON.stringify({ message })],
	[403, 'a key', (key) => JSON.stringify({ key })],
	[500, 'plain text', (echoed) => echoed],
	[404, 'the title of a page', (echoed) => `<html><title>${echoed}</title></html>`],
])(
	'a refusal with status %s that repeats what is ours in %s hides it',
	async (status, _in, write) => {
		const { engine, proofs } = await startEcho(status, write);
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const result = await engine.run({
				type: 'eSignatureRequest',
				parameters: {
					resource: 'request',
					operation: 'create',
					source: 'binary',
					signerInput: 'none',
					callbacks: 'triggerUrl',
					callbackAddress: 'https://n8n.example.com/webhook/1/callback',
					callbackEvents: ['success'],
				},
				items: [{ files: { data: { bytes: smallPdf, fileName: 'a.pdf' } } }],
				settings: { onError },
			});
			expect(proofs.length).toBeGreaterThan(0);
			expectNoSecret(result, [token, apiKey, previousApiKey, ...proofs]);
			expect(JSON.stringify(result)).toContain('hidden');
		}
	},
);

it('an HTTP Request node of before 4.4 takes no token along to another host', async () => {
	const received: Array<string | undefined> = [];
	const elsewhere = await serve((request, response) => {
		received.push(request.headers.authorization);
		response.end('[]');
	});
	const signingAddress = await serve((request, response) => {
		if (request.url?.endsWith('/access/login')) return response.end(token);
		return response.writeHead(302, { location: elsewhere }).end();
	});
	const engine = await createEngine({
		username: 'api_demo_redirect',
		apiKey,
		region: 'custom',
		signingAddress,
	});
	const redirect = { followRedirect: true, followAllRedirects: true };
	const asBefore = { ...redirect, sendCredentialsOnCrossOriginRedirect: true };
	for (const address of [{ uri: `${signingAddress}/v2/x` }, { url: `${signingAddress}/v2/x` }]) {
		const options = { method: 'GET', ...address, ...asBefore };
		await engine.run({ type: 'call', parameters: { options } });
	}
	expect(received).toEqual([undefined, undefined]);
});
