import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomFrom, seed, type Random } from '../../support/jest/random.ts';
import { newPdf } from '../client.ts';
import { startKillable, type KillableSandbox } from '../storage/killedSandbox.ts';

/** `npm run test:kill`: SANDBOX_KILLS and SEED say how often the sandbox is killed, and when. */
const KILLS = Number(process.env.SANDBOX_KILLS ?? 50);
const CLIENTS = 4;
const FLAGS = ['--speed', '10', '--callback-retry-seconds', '2'];
const TIME_LIMIT_MS = 120_000 + KILLS * 60_000;

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Takes callbacks, or not, and reports which requests they were about. */
class Receiver extends EventEmitter {
	readonly received = new Set<string>();
	isAwake = true;
	readonly #server: Server = createServer((request, response) => {
		response.statusCode = this.isAwake ? 200 : 503;
		if (this.isAwake) this.received.add(request.url?.slice(1) ?? '');
		response.end();
		this.emit('callback');
	});

	async start() {
		await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
	}

	get address() {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	async hasAll(ids: Iterable<string>) {
		const missing = () => [...ids].some((id) => !this.received.has(id));
		while (missing()) await once(this, 'callback');
	}

	async stop() {
		this.#server.closeAllConnections();
		await new Promise((closed) => this.#server.close(closed));
	}
}

/** What a sandbox has acknowledged, and nothing that was under way when it was killed. */
class Ledger {
	readonly documents = new Map<string, string>();
	readonly requests = new Map<string, 'OPEN' | 'SIGNED' | 'gone' | 'unknown'>();
	readonly attachments = new Map<string, string>();
	/** Whose callback is owed. */
	readonly owed = new Set<string>();
	acknowledged = 0;
}

/** Calls with a token, and with a new one when time, which runs fast here, has ended that. */
class Caller {
	readonly #sandbox: KillableSandbox;
	#token?: Promise<string>;

	constructor(sandbox: KillableSandbox) {
		this.#sandbox = sandbox;
	}

	async call(
		path: string,
		{ method = 'GET', body }: { method?: string; body?: object } = {},
	): Promise<Response> {
		const token = (this.#token ??= login(this.#sandbox));
		const response = await fetch(this.#sandbox.address + path, {
			method,
			headers: {
				authorization: `Bearer ${await token}`,
				...(body && { 'content-type': 'application/json' }),
			},
			body: body && JSON.stringify(body),
		});
		if (response.status !== 401) return response;
		if (this.#token === token) this.#token = undefined;
		return await this.call(path, { method, body });
	}
}

class Load {
	readonly #caller: Caller;
	readonly #random: Random;
	readonly #ledger: Ledger;
	readonly #callback: string;
	readonly #content: string;

	constructor(
		caller: Caller,
		{
			random,
			ledger,
			callback,
			content,
		}: { random: Random; ledger: Ledger; callback: string; content: string },
	) {
		this.#caller = caller;
		this.#random = random;
		this.#ledger = ledger;
		this.#callback = callback;
		this.#content = content;
	}

	/** Until the sandbox is gone. */
	async run(onAcknowledged: () => void): Promise<void> {
		const own: string[] = [];
		try {
			for (;;) {
				await this.#step(own);
				this.#ledger.acknowledged += 1;
				onAcknowledged();
			}
		} catch (error) {
			// What fetch() throws when the connection breaks.
			if ((error as Error).name !== 'TypeError') throw error;
		}
	}

	async #step(own: string[]) {
		const [id] = own;
		const kind = this.#random.below(5);
		if (kind === 0) return await this.#upload();
		if (kind === 1 || id === undefined) return void own.push(await this.#create());
		if (kind === 2) return await this.#attach(id);
		own.shift();
		await (kind === 3 ? this.#sign(id) : this.#delete(id));
	}

	async #upload() {
		const { id } = await this.#post('/v2/documents', { title: 'A', content: this.#content });
		this.#ledger.documents.set(String(id), hashOf(Buffer.from(this.#content, 'base64')));
	}

	async #create(): Promise<string> {
		const { id } = await this.#post('/v2/signature-requests', {
			title: 'A',
			content: this.#content,
			callback_success_url: this.#callback,
			signatures: [{ account_email: 'a@example.com' }],
		});
		this.#ledger.requests.set(String(id), 'OPEN');
		return String(id);
	}

	async #attach(id: string) {
		const text = this.#random.hex(40);
		const path = `/v2/signature-requests/${id}/attachments`;
		const content = Buffer.from(text).toString('base64');
		const body = { filename: 'a', content_type: 'text/plain', content };
		const { attachment_id: attachmentId } = await this.#post(path, body);
		this.#ledger.attachments.set(`${path}/${String(attachmentId)}/content`, text);
	}

	async #sign(id: string) {
		this.#ledger.requests.set(id, 'unknown');
		await this.#post(`/sandbox/requests/${id}/sign`, {});
		this.#ledger.requests.set(id, 'SIGNED');
		this.#ledger.owed.add(id);
	}

	async #delete(id: string) {
		this.#ledger.requests.set(id, 'unknown');
		for (const path of this.#ledger.attachments.keys()) {
			if (path.includes(id)) this.#ledger.attachments.delete(path);
		}
		await this.#call('DELETE', `/v2/signature-requests/${id}`);
		this.#ledger.requests.set(id, 'gone');
	}

	async #post(path: string, body: object): Promise<Record<string, unknown>> {
		const response = await this.#call('POST', path, body);
		return JSON.parse(await response.text()) as Record<string, unknown>;
	}

	async #call(method: string, path: string, body?: object): Promise<Response> {
		const response = await this.#caller.call(path, { method, body });
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
		return response;
	}
}

async function login({ address, username, apiKey }: KillableSandbox): Promise<string> {
	const response = await fetch(`${address}/v2/access/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username, 'api-key': apiKey }),
	});
	return await response.text();
}

/** Everything acknowledged that is not there as it was. */
async function lossesOf(ledger: Ledger, caller: Caller) {
	const read = (path: string) => caller.call(path);
	const losses: string[] = [];
	for (const [id, hash] of ledger.documents) {
		const bytes = Buffer.from(await (await read(`/v2/documents/${id}/content`)).arrayBuffer());
		if (hashOf(bytes) !== hash) losses.push(`document ${id}`);
	}
	for (const [id, status] of ledger.requests) {
		if (status === 'unknown') continue;
		const response = await read(`/v2/signature-requests/${id}`);
		const { status_overall: shown } = (await response.json()) as Record<string, unknown>;
		const found = response.status === 404 ? 'gone' : shown;
		if (found !== status) losses.push(`request ${id}: ${String(found)}, not ${status}`);
	}
	for (const [path, text] of ledger.attachments) {
		if ((await (await read(path)).text()) !== text) losses.push(path);
	}
	return losses;
}

test(
	`nothing acknowledged is lost by ${KILLS} kills under load (SEED=${seed})`,
	async () => {
		const random = randomFrom(seed);
		const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-kill-'));
		const receiver = new Receiver();
		await receiver.start();
		const content = (await newPdf()).toString('base64');
		const callback = `${receiver.address}/SERVICE_SIGNATURE_REQUEST_ID`;
		const ledger = new Ledger();
		let sandbox = await startKillable(folder, ...FLAGS);
		try {
			for (let kill = 0; kill < KILLS; kill += 1) {
				const caller = new Caller(sandbox);
				receiver.isAwake = random.below(2) === 0;
				let left = 5 + random.below(40);
				const killed = new EventEmitter();
				const onAcknowledged = () => {
					left -= 1;
					if (left === 0) void sandbox.kill().then(() => killed.emit('killed'));
				};
				const isKilled = once(killed, 'killed');
				const load = new Load(caller, { random, ledger, callback, content });
				await Promise.all(Array.from({ length: CLIENTS }, () => load.run(onAcknowledged)));
				await isKilled;
				receiver.isAwake = true;
				sandbox = await startKillable(folder, ...FLAGS);
				expect(await lossesOf(ledger, new Caller(sandbox))).toEqual([]);
				await receiver.hasAll(ledger.owed);
			}
			expect(ledger.acknowledged).toBeGreaterThan(KILLS * 5 - 1);
		} finally {
			await sandbox.kill();
			await receiver.stop();
			rmSync(folder, { recursive: true, force: true });
		}
	},
	TIME_LIMIT_MS,
);
