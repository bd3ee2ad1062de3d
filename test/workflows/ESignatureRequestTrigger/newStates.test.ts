import { byId } from '../../support/service/service';
import { post, setStage } from '../../support/service/triggerStage';

const reads = { method: 'GET', path: /signature-requests\/[^/]+$/ };

/** A request, the address that the service calls for an event, and what it shows then, in this state. */
async function showIn(state: string, event: 'success' | 'error') {
	const stage = await setStage();
	const id = await stage.create();
	const [document] = stage.sandbox.store.request(id)!.documentIds;
	const address = stage.sandbox.store
		.request(id)!
		.callbackUrls[event]!.replace(/request=\w+/, `request=${id}`)
		.replace(/document=\w+/, `document=${document}`);
	const whole = (await (await stage.call(`/v2/signature-requests/${id}`)).json()) as object;
	const show = () => {
		const body = { ...whole, status_overall: state };
		stage.sandbox.faults.add({ ...reads, status: 200, body });
	};
	return { stage, id, address, show };
}

it.each([
	['CANCELLED', 200, ['cancelled']],
	['OPEN', 409, []],
	['SIGNED', 409, []],
	['', 409, []],
])(
	'a state that no one knows yet starts a run when the service calls for an error: %s',
	async (state, expected, outcomes) => {
		const { stage, address, show } = await showIn(state, 'error');
		show();
		expect((await post(address)).status).toBe(expected);
		expect(stage.trigger.started.flat().map(({ json }) => json.outcome)).toEqual(outcomes);
	},
);

it('a state that holds control characters brings none of them into an answer or a log', async () => {
	const { stage, address, show } = await showIn('ODD\u001b[31m\u0085\u2028\u202eSTATE', 'success');
	show();
	const answer = await post(address);
	const text = await answer.text();
	expect([answer.status, text]).toEqual([409, expect.stringContaining('ODD [31m STATE')]);
	expect(stage.trigger.logged.join('')).toContain('ODD [31m STATE');
	expect(text + stage.trigger.logged.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
});

it('a callback is answered while another execution of the account waits for the service', async () => {
	const { stage, id, address } = await showIn('OPEN', 'success');
	const { calls, faults } = stage.sandbox;
	calls.clear();
	faults.add({ ...reads, status: 429, headers: { 'retry-after': '50' }, times: 1 });
	const { finished, cancel } = stage.engine.start({
		type: 'eSignatureRequest',
		parameters: { resource: 'request', operation: 'get', requestId: byId(id) },
	});
	while (calls.matching(reads)[0]?.status !== 429) await new Promise(setImmediate);

	// Read, and found to be still open; the other execution has not gone on meanwhile.
	expect((await post(address)).status).toBe(409);
	expect(calls.count(reads)).toBe(2);
	cancel();
	await finished;
});
