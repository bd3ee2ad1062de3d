import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { forgetSent, forgetStep, sendOnce } from '../../../../nodes/shared/operation/once';
import { nodeContext } from '../../../support/nodeContext';

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

function failing(mayHaveActed: boolean) {
	return async () => {
		sent++;
		const error = new NodeOperationError(nodeContext().getNode(), 'cut');
		Object.assign(error.context, { mayHaveActed, doubt: 'Look there.' });
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
	forgetStep(run(), 0, { step: 'upload' });
	expect(await once(0, { step: 'upload' })).toEqual({ id: 'number 4' });
	expect(await once(0, { step: 'create' })).toEqual({ id: 'number 2' });
	expect(await once(0)).toEqual({ id: 'number 3' });
});

it('when all items are done, the run is forgotten, and no other', async () => {
	await once();
	await once(0, { runIndex: 1 });
	forgetSent(run(1));
	expect(await once(0, { runIndex: 1 })).toEqual({ id: 'number 3' });
	expect(await once()).toEqual({ id: 'number 1' });
});

it('what was surely refused is sent again', async () => {
	const refused = sendOnce(run(), 0, { what: 'the document', send: failing(false) });
	await expect(refused).rejects.toThrow('cut');
	expect(await once()).toEqual({ id: 'number 2' });
});

it('what may have been carried out is not sent again, and the error says so', async () => {
	const cut = sendOnce(run(), 3, { what: 'the document', send: failing(true) });
	await expect(cut).rejects.toThrow('cut');
	const error = await once(3).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: 'An earlier attempt of this run has sent the document, and got no answer',
		description: expect.stringMatching(
			/^It was not sent again\. Look there\. If it was not/,
		) as string,
		context: { itemIndex: 3, mayHaveActed: true },
	});
	expect(sent).toBe(1);
	// Neither by a third attempt.
	await expect(once(3)).rejects.toThrow(/An earlier attempt/);
	expect(sent).toBe(1);
});
