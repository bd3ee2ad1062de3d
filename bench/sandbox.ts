/**
 * Creates requests with three signers each, lets everyone sign and takes the callbacks, all against
 * one sandbox. Memory and time per request must not grow from quarter to quarter.
 *
 *   node bench/sandbox.ts [number of requests]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PDFDocument } from '@cantoo/pdf-lib';
import { startSandbox, type Sandbox } from '../sandbox/server.ts';

const REQUESTS = Number(process.argv[2] ?? 1000);
const SIGNERS = ['a@example.com', 'b@example.com', 'c@example.com'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let callbacks = 0;
const receiver = createServer((_request, response) => {
	callbacks += 1;
	response.end();
});
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const sandbox = await startSandbox();
const create = await creator(sandbox);
await oneRequest();
await sandbox.settled();

console.log(`${REQUESTS} requests with ${SIGNERS.length} signers each`);
console.log('quarter   ms per request   KiB held per request');
for (let quarter = 1; quarter <= 4; quarter += 1) {
	const count = Math.floor(REQUESTS / 4);
	const [heldBefore, startedAt] = [await heldBytes(), performance.now()];
	for (let index = 0; index < count; index += 1) await oneRequest();
	await sandbox.settled();
	const ms = (performance.now() - startedAt) / count;
	const kibibytes = ((await heldBytes()) - heldBefore) / count / 1024;
	console.log(
		`${String(quarter).padStart(7)}${ms.toFixed(1).padStart(17)}${kibibytes.toFixed(1).padStart(23)}`,
	);
}
const signed = sandbox.store.requests.filter(({ status }) => status === 'SIGNED').length;
console.log(`${signed} requests signed, ${callbacks} callbacks received`);
await sandbox.close();
receiver.close();

async function oneRequest() {
	const id = await create();
	for (const email of SIGNERS) await sandbox.people.sign(id, email);
}

/** Buffers are freed some turns after the collection that found them unused. */
async function heldBytes(): Promise<number> {
	for (let round = 0; round < 3; round += 1) {
		collectGarbage();
		await wait(50);
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

async function creator({ address, username, apiKey }: Sandbox) {
	const post = async (path: string, body: object, headers = {}) =>
		await fetch(address + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
	const login = await post('/v2/access/login', { username, 'api-key': apiKey });
	const authorization = `Bearer ${await login.text()}`;
	const pdf = await PDFDocument.create();
	pdf.addPage();
	const content = Buffer.from(await pdf.save()).toString('base64');
	return async () => {
		const answer = await post(
			'/v2/signature-requests',
			{
				title: 'Contract',
				content,
				signatures: SIGNERS.map((account_email) => ({ account_email })),
				callback_success_url: callbackUrl,
				callback_update_url: callbackUrl,
			},
			{ authorization },
		);
		return ((await answer.json()) as { id: string }).id;
	};
}
