import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seed } from '../../support/jest/random.ts';
import { loggedIn, newPdf, type Answer, type Send } from '../client.ts';
import { startReceiver } from '../receiver.ts';
import { startKillable } from '../storage/killedSandbox.ts';

/** `npm run test:kill`: SANDBOX_KILLS and SEED say how often the sandbox is killed, and when. */
const KILLS = Number(process.env.SANDBOX_KILLS ?? 50);
const CLIENTS = 4;
const FLAGS = ['--callback-retry-seconds', '1'];
const TIME_LIMIT_MS = 120_000 + KILLS * 60_000;
const REQUESTS = '/v2/signature-requests';

let folder: string;
let content: string;
beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'sandbox-kill-'));
	content = (await newPdf()).toString('base64');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
	`nothing acknowledged is lost by ${KILLS} kills under load (SEED=${seed})`,
	async () => {
		const random = randomFrom(seed);
		const receiver = await startReceiver();
		/** What the sandbox has acknowledged, by where it is read; undefined when it is gone. */
		const kept = new Map<string, string | undefined>();
		const signed: string[] = [];
		let acknowledged = 0;

		/** Creates, signs and deletes until the sandbox is gone; what is under way then may have happened or not. */
		async function work(send: Send, onAcknowledged: () => void) {
			const sure = async (...[method, at, body]: Parameters<Send>): Promise<Answer> => {
				const answer = await send(method, at, body);
				if (answer.status >= 300) throw new Error(`${method} ${at}: ${answer.text}`);
				acknowledged += 1;
				onAcknowledged();
				return answer;
			};
			for (;;) {
				const document = await sure('POST', '/v2/documents', { title: 'A', content });
				kept.set(`/v2/documents/${document.id}/content`, content);
				const { id } = await sure('POST', REQUESTS, {
					...{ title: 'A', content, signatures: [{ account_email: 'a@example.com' }] },
					callback_success_url: `${receiver.address}/SERVICE_SIGNATURE_REQUEST_ID`,
				});
				const one = `${REQUESTS}/${id}`;
				kept.set(one, 'OPEN');
				const text = Buffer.from(random.hex(40)).toString('base64');
				const file = { filename: 'a', content_type: 'text/plain', content: text };
				const { json } = await sure('POST', `${one}/attachments`, file);
				const attachment = `${one}/attachments/${String(json.attachment_id)}/content`;
				kept.set(attachment, text);
				kept.delete(one);
				if (random.below(2) === 0) {
					await sure('POST', `/sandbox/requests/${id}/sign`, {});
					kept.set(one, 'SIGNED');
					signed.push(`/${id}`);
				} else {
					kept.delete(attachment);
					await sure('DELETE', one);
					kept.set(one, undefined);
				}
			}
		}

		async function lossesOf(send: Send) {
			const losses: string[] = [];
			for (const [at, expected] of kept) {
				const { status, json, bytes } = await send('GET', at);
				const shown = at.endsWith('/content') ? bytes.toString('base64') : json.status_overall;
				const found = status === 404 ? undefined : shown;
				if (found !== expected) losses.push(`${at}: ${String(found).slice(0, 80)}`);
			}
			return losses;
		}

		let sandbox = await startKillable(folder, ...FLAGS);
		try {
			for (let kill = 0; kill < KILLS; kill += 1) {
				const send = await loggedIn(sandbox, sandbox);
				const isAsleep = random.below(2) === 0;
				if (isAsleep) receiver.answers.push(...Array.from({ length: 99 }, () => ({ status: 503 })));
				let left = 5 + random.below(40);
				let killed: Promise<void> | undefined;
				const before = receiver.received.length;
				const onAcknowledged = () => {
					left -= 1;
					if (left === 0) killed = sandbox.kill();
				};
				const clients = Array.from({ length: CLIENTS }, async () => {
					// What fetch() throws when the connection breaks.
					await expect(work(send, onAcknowledged)).rejects.toMatchObject({ name: 'TypeError' });
				});
				await Promise.all(clients);
				await killed;
				receiver.answers.length = 0;
				if (isAsleep) receiver.received.splice(before);
				sandbox = await startKillable(folder, ...FLAGS);
				expect(await lossesOf(await loggedIn(sandbox, sandbox))).toEqual([]);
				const received = () => receiver.received.map(({ url }) => url);
				while (signed.some((url) => !received().includes(url))) await sleep(20);
			}
			expect(acknowledged).toBeGreaterThan(KILLS * 5 - 1);
		} finally {
			await sandbox.kill();
			await receiver.close();
		}
	},
	TIME_LIMIT_MS,
);
