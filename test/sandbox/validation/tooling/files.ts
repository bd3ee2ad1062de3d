import type { Send } from '../../client.ts';

export const BASE = '/validation/v1/tooling';

/** As a form, with its name. */
export async function uploadFile(send: Send, content: Buffer | string, name: string) {
	const form = new FormData();
	form.append('content', new Blob([Buffer.from(content)]), name);
	const encoded = new Response(form);
	return await send('POST', `${BASE}/upload`, Buffer.from(await encoded.arrayBuffer()), {
		'content-type': encoded.headers.get('content-type') ?? '',
	});
}

/** As Base64 in JSON. */
export async function uploadContent(send: Send, content: Uint8Array) {
	const base64 = Buffer.from(content).toString('base64');
	return await send('POST', `${BASE}/upload`, { content: base64 });
}

export async function changeSettings(send: Send, settings: object) {
	expect((await send('PATCH', '/sandbox/settings', settings)).status).toBe(200);
}

/** Runs a step and downloads the file afterwards. */
export async function processed(send: Send, id: string, step: string) {
	const { status, json } = await send('POST', `${BASE}/process/${id}/${step}`);
	expect(status).toBe(200);
	return { json, bytes: (await send('GET', `${BASE}/${id}`)).bytes };
}
