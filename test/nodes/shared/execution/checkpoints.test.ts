import { NodeOperationError, type IBinaryData, type IDataObject } from 'n8n-workflow';

import type { Outcome } from '../../../../nodes/shared/client/call';
import {
	deleteCheckpoint,
	deleteCheckpoints,
	hasSent,
	savedAnswer,
	sendOnce,
} from '../../../../nodes/shared/execution/checkpoints';
import { nodeContext, type Tool } from '../../../support/engine/nodeContext';

let kept: IDataObject;
let sent: number;

beforeEach(() => {
	kept = {};
	sent = 0;
});

const send = async () => await Promise.resolve({ id: `number ${++sent}` });
/** A run of the node; what n8n keeps is written down and read back between any two. */
const run = (runIndex = 0) =>
	nodeContext((kept = JSON.parse(JSON.stringify(kept)) as IDataObject), { runIndex });
const once = async (item = 0, { step, runIndex }: { step?: string; runIndex?: number } = {}) =>
	await sendOnce(run(runIndex), item, { what: 'the document', step, send });

function failing(outcome: Outcome) {
	return async () => {
		sent++;
		const error = new NodeOperationError(nodeContext().getNode(), 'cut');
		Object.assign(error.context, { outcome, howToCheck: 'Look there.' });
		return await Promise.reject<IDataObject>(error);
	};
}

it('what was sent is handed out again, and not sent again', async () => {
	expect(await once()).toEqual({ id: 'number 1' });
	expect(await once()).toEqual({ id: 'number 1' });
	expect(sent).toBe(1);
});

it('every item, step and run is sent by itself', async () => {
	const places = [
		[0],
		[1],
		[0, { step: 'upload' }],
		[0, { step: 'create' }],
		[1, { step: 'create' }],
		[0, { runIndex: 1 }],
	] as const;
	for (const [item, more] of places) await once(item, more);
	expect(sent).toBe(places.length);
	for (const [item, more] of places) await once(item, more);
	expect(sent).toBe(places.length);
});

it('a step that was undone is sent again, and no other', async () => {
	await once(0, { step: 'upload' });
	await once(0, { step: 'create' });
	await once(0);
	deleteCheckpoint(run(), 0, { step: 'upload' });
	expect(await once(0, { step: 'upload' })).toEqual({ id: 'number 4' });
	expect(await once(0, { step: 'create' })).toEqual({ id: 'number 2' });
	expect(await once(0)).toEqual({ id: 'number 3' });
});

it('when all items are done, the run is forgotten, and no other', async () => {
	await once();
	await once(0, { runIndex: 1 });
	deleteCheckpoints(run(1));
	expect(await once(0, { runIndex: 1 })).toEqual({ id: 'number 3' });
	expect(await once()).toEqual({ id: 'number 1' });
});

it('what was surely refused is sent again', async () => {
	const refused = sendOnce(run(), 0, { what: 'the document', send: failing('refused') });
	await expect(refused).rejects.toThrow('cut');
	expect(await once()).toEqual({ id: 'number 2' });
});

it('what may have been carried out is not sent again, and the error says so', async () => {
	const cut = sendOnce(run(), 3, { what: 'the document', send: failing('unknown') });
	await expect(cut).rejects.toThrow('cut');
	const error = await once(3).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: 'An earlier attempt sent the document, but got no answer',
		description: expect.stringMatching(
			/^Look there\. If not, .+ It wasn't sent again\.$/,
		) as string,
		context: { itemIndex: 3, outcome: 'unknown' },
	});
	expect(sent).toBe(1);
	// Neither by a third attempt.
	await expect(once(3)).rejects.toThrow(/An earlier attempt/);
	expect(sent).toBe(1);
});

describe('an answer with a secret', () => {
	const send = async () => await Promise.resolve({ id: `number ${++sent}`, code: 'secret' });
	const ifSecretIsLost = 'Start again.';
	const withSecret = async (context: ReturnType<typeof run>) =>
		await sendOnce(context, 0, { what: 'the document', send, ifSecretIsLost });

	it('is handed out again by this process, and is not stored', async () => {
		// n8n has one object for all tries.
		const context = run();
		const first = await withSecret(context);
		expect(await withSecret(nodeContext(kept))).toEqual(first);
		expect(sent).toBe(1);
		expect(JSON.stringify(kept)).not.toContain('secret');
		expect(hasSent(context, 0)).toBe(true);
	});

	it('is unknown to another process, which does not send again', async () => {
		await withSecret(run());
		await expect(withSecret(run())).rejects.toMatchObject({
			message: "An earlier attempt sent the document, but its answer wasn't saved",
			description: "Start again. It wasn't sent again.",
		});
		expect(sent).toBe(1);
	});
});

it('an item has sent something when one of its steps was sent, or may have been', async () => {
	expect(hasSent(run(), 1)).toBe(false);
	await once(11);
	await once(1, { runIndex: 1 });
	expect(hasSent(run(), 1)).toBe(false);
	await once(1, { step: 'upload' });
	expect([0, 1, 11].map((item) => hasSent(run(), item))).toEqual([false, true, true]);
	const cut = sendOnce(run(), 2, { what: 'the document', send: failing('unknown') });
	await expect(cut).rejects.toThrow('cut');
	expect(hasSent(run(), 2)).toBe(true);
});

it('the answer of an earlier attempt is known by item, step and run, an unknown outcome has none', async () => {
	const answerTo = (item: number, step?: string, runIndex = 0) =>
		savedAnswer(run(runIndex), item, { step });
	expect(answerTo(0)).toBeUndefined();
	await once(0, { step: 'upload' });
	expect(answerTo(0, 'upload')).toEqual({ id: 'number 1' });
	expect([answerTo(0), answerTo(1, 'upload'), answerTo(0, 'upload', 1)]).toEqual(
		Array(3).fill(undefined),
	);
	const cut = sendOnce(run(), 0, { what: 'the document', send: failing('unknown') });
	await expect(cut).rejects.toThrow('cut');
	expect(answerTo(0)).toBeUndefined();
});

it('a node that is no tool sends in its next run, whatever became of the one before', async () => {
	const cut = sendOnce(run(0), 0, { what: 'the document', send: failing('unknown') });
	await expect(cut).rejects.toThrow('cut');
	expect(await once(0, { runIndex: 1 })).toEqual({ id: 'number 2' });
});

describe('after an unknown outcome, another call of a tool', () => {
	const file = (id: string): IBinaryData => ({ data: 'filesystem-v2', id, mimeType: 'x/y' });
	const call = (parameters = {}, binary = { data: file('1') }) => ({
		parameters: {
			title: 'Contract',
			signer: { name: 'Ann', email: 'a@example.com' },
			...parameters,
		},
		item: { json: {}, binary },
	});
	const sendAs = async (tool: Tool, runIndex: number, sending: () => Promise<IDataObject> = send) =>
		await sendOnce(nodeContext(kept, { runIndex, tool }), 0, { what: 'this seal', send: sending });

	it.each([
		['the same parameters', call(), 0],
		['members in another order', call({ signer: { email: 'a@example.com', name: 'Ann' } }), 0],
		['another value', call({ title: 'Another' }), 1],
		['another value deep in a field', call({ signer: { name: 'Ann', email: 'b@example.com' } }), 1],
		['another file', call({}, { data: file('2') }), 1],
	])('with %s', async (_title, next, isSent) => {
		await expect(sendAs(call(), 0, failing('unknown'))).rejects.toThrow('cut');
		const error = await sendAs(next, 1).catch((thrown: Error) => thrown.message);
		expect(sent - 1).toBe(isSent);
		if (!isSent) expect(error).toBe('An earlier attempt sent this seal, but got no answer');
		expect(JSON.stringify(kept)).not.toMatch(/Contract|example\.com|filesystem/);
	});

	it.each([
		['an empty value', { ...call({ note: null }), item: undefined }],
		['an expression that fails', { ...call(), broken: 'title' }],
	])('with %s and the same parameters is not sent', async (_title, tool) => {
		await expect(sendAs(tool, 0, failing('unknown'))).rejects.toThrow('cut');
		await expect(sendAs(tool, 1)).rejects.toThrow(/An earlier attempt/);
		expect(sent).toBe(1);
	});

	it('with another text of an expression that fails is sent', async () => {
		const broken = 'title';
		await expect(sendAs({ ...call(), broken }, 0, failing('unknown'))).rejects.toThrow('cut');
		await sendAs({ ...call({ title: 'Another' }), broken }, 1);
		expect(sent).toBe(2);
	});

	it('is sent when the outcome was a sure refusal or a success', async () => {
		await expect(sendAs(call(), 0, failing('refused'))).rejects.toThrow('cut');
		await sendAs(call(), 1);
		await sendAs(call(), 2);
		expect(sent).toBe(3);
	});
});

it('tries of one call of a tool count as one run, whatever their index', async () => {
	const item = { json: { title: 'Contract' } };
	const tryCall = async (runIndex: number, tool = { parameters: {}, item }) =>
		await sendOnce(nodeContext(kept, { runIndex, tool }), 0, { what: 'the document', send });
	expect(await tryCall(4)).toEqual({ id: 'number 1' });
	expect(await tryCall(5)).toEqual({ id: 'number 1' });
	const next = { parameters: {}, item: { json: { title: 'Contract' } } };
	expect(await tryCall(6, next)).toEqual({ id: 'number 2' });
});
