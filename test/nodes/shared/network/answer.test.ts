import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
	AnswerTooLong,
	downloadDeadlineMs,
	readBeginning,
	readText,
	within,
} from '../../../../nodes/shared/network/answer';

const PATIENT = { silenceMs: 60_000, mostBytes: 1024 };

const answers: Record<string, (answer: ServerResponse) => void> = {
	'/short': (answer) => answer.end('schön'),
	'/silent': (answer) => answer.write('and then'),
	'/dripping': (answer) => {
		const timer = setInterval(() => void answer.write(' '), 20);
		answer.on('close', () => clearInterval(timer));
	},
	'/endless': (answer) => {
		const pour = () => {
			while (!answer.destroyed && answer.write('x'.repeat(65_536)));
		};
		answer.on('drain', pour);
		pour();
	},
};
const server = createServer((request, answer) => answers[request.url!]!(answer));

beforeAll(async () => {
	await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

async function answerOf(path: string): Promise<IncomingMessage> {
	const call = get({ port: (server.address() as AddressInfo).port, path });
	const [answer] = (await once(call, 'response')) as [IncomingMessage];
	// As n8n does; what breaks the answer breaks its call too.
	call.on('error', () => undefined);
	return answer;
}

async function untilClosed(answer: IncomingMessage): Promise<void> {
	if (!answer.closed) await new Promise((closed) => answer.once('close', closed));
}

it('an answer is read whole', async () => {
	expect(await readText(await answerOf('/short'), PATIENT)).toBe('schön');
	expect(await readText('a text already', PATIENT)).toBe('a text already');
});

it('an answer that falls silent is left', async () => {
	const failFast = { ...PATIENT, silenceMs: 50 };
	const answer = await answerOf('/silent');
	await expect(readText(answer, failFast)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	await untilClosed(answer);
});

it('an answer that drips is left when it takes too long as a whole', async () => {
	const answer = await answerOf('/dripping');
	const bounds = { ...PATIENT, wholeMs: 300 };
	await expect(readText(answer, bounds)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	await untilClosed(answer);
});

it('of an answer that never ends only the beginning is read, or nothing', async () => {
	const answer = await answerOf('/endless');
	expect(await readBeginning(answer, PATIENT)).toMatch(/^x+$/);
	await untilClosed(answer);
	await expect(readText(await answerOf('/endless'), PATIENT)).rejects.toThrow(AnswerTooLong);
});

const isTimeout = (error: unknown) => (error as { code?: string }).code === 'ETIMEDOUT';
/** A tenth of a second is left. */
const almostOver = () => ({ startedMs: Date.now() - 19_900, receivedBytes: 0 });

it.each([
	['never ends', '/endless', {}, (error: unknown) => error instanceof AnswerTooLong],
	['falls silent', '/silent', { silenceMs: 50 }, isTimeout],
	['only drips while a caller waits', '/dripping', { progress: almostOver() }, isTimeout],
])('a file that %s breaks while it is read', async (_what, path, bounds, isExpected) => {
	const file = within({ ...PATIENT, ...bounds }, (await answerOf(path)) as never);
	let failure: unknown;
	try {
		for await (const chunk of file) expect(chunk).toBeInstanceOf(Buffer);
	} catch (error) {
		failure = error;
	}
	expect(isExpected(failure)).toBe(true);
});

it('what has come of a file gives it more time', async () => {
	const progress = { startedMs: Date.now(), receivedBytes: 0 };
	const file = within({ ...PATIENT, progress }, (await answerOf('/short')) as never);
	for await (const chunk of file) expect(chunk).toBeInstanceOf(Buffer);
	expect(progress.receivedBytes).toBe(Buffer.byteLength('schön'));
});

it.each([
	['a small file', 1_000, 20_001],
	['the largest document', 117_964_800, 137_965],
])('%s has its time', (_title, receivedBytes, wholeMs) => {
	const startedMs = 1e9;
	expect(Math.round(downloadDeadlineMs({ startedMs, receivedBytes })) - startedMs).toBe(wholeMs);
});
