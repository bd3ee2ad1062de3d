import { NodeApiError } from 'n8n-workflow';

import { pollDelayMs, untilReady } from '../../../../nodes/shared/prepare/tooling';
import type { Call } from '../../../../nodes/shared/client/call';
import { nodeContext } from '../../../support/engine/nodeContext.ts';

const call: Call = {
	method: 'POST',
	path: '/tooling/process/1/check',
	version: 'v1',
	itemIndex: 0,
};

it('asks less and less often', () => {
	expect([1, 2, 3, 4, 5, 6, 20].map(pollDelayMs)).toEqual([
		500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
	]);
});

function refusal(status: number): NodeApiError {
	const error = new NodeApiError(nodeContext().getNode(), {}, { message: `status ${status}` });
	Object.assign(error.context, { status });
	return error;
}

const isPending = (answer: string) => answer === 'pending';

it('asks again while the service is busy or the result pending', async () => {
	const answers = [refusal(423), 'pending', 'done', 'never read'];
	const ask = async () => {
		const next = answers.shift()!;
		if (typeof next !== 'string') throw next;
		return await Promise.resolve(next);
	};
	const polling = { call, limitMs: 60_000, ask, isPending };
	expect(await untilReady(nodeContext(), polling)).toBe('done');
	expect(answers).toEqual(['never read']);
});

it.each<[string, () => Promise<string>, string]>([
	['busy', async () => await Promise.reject(refusal(423)), 'status 423'],
	['pending', async () => await Promise.resolve('pending'), 'still working on the file'],
	['refusing', async () => await Promise.reject(refusal(404)), 'status 404'],
])('gives up on a service that is %s', async (_title, answer, words) => {
	let asked = 0;
	const ask = async () => {
		asked++;
		return await answer();
	};
	const polling = { call, limitMs: 0, ask, isPending };
	await expect(untilReady(nodeContext(), polling)).rejects.toThrow(words);
	expect(asked).toBe(1);
});

it('ends when the execution is stopped', async () => {
	const signal = AbortSignal.abort();
	const polling = {
		call,
		limitMs: 60_000,
		ask: async () => await Promise.resolve('pending'),
		isPending,
	};
	await expect(untilReady(nodeContext({}, { signal }), polling)).rejects.toThrow('canceled');
});
