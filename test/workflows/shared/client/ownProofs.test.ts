/** Whatever the service makes of our callback addresses, no one can read their proof from what a node gives out. */
import { byId } from '../../../support/service/service';
import { ANN, calledAddresses, post, setStage } from '../../../support/service/triggerStage';
import type { Stage } from '../../../support/service/triggerStage';

const unknownFields = true as const;
const message = 'See https://shop.example/?order=4711&tab=2 before you sign';

/** A request of ours, and what the service shows of it under names that no contract knows. */
async function withAddresses() {
	const stage = await setStage({ simplify: false });
	const id = await stage.create();
	const address = stage.sandbox.store.request(id)!.callbackUrls.success!;
	const [, proof = ''] = /proof=([0-9a-f]{64})/.exec(address) ?? [];
	const shown = {
		hooks: [{ done: address }],
		withoutScheme: address.replace('http://', ''),
		encoded: encodeURIComponent(address),
		log: `POST '${address}' failed; "${address.split('?')[1]}"`,
		parts: { query: { proof } },
	};
	return { stage, id, proof, shown };
}

const answering = ({ sandbox }: Stage, path: RegExp, body: unknown) =>
	sandbox.faults.add({ method: 'GET', path, status: 200, body });

it.each([
	['Get', /signature-requests\/[^/]+$/, 'get', { simplify: false }],
	['Get Callback Log', /callbacks$/, 'getCallbackLog', {}],
])('%s hides the proof, and nothing else', async (_name, path, operation, parameters) => {
	const { stage, id, proof, shown } = await withAddresses();
	const whole = (await (await stage.call(`/v2/signature-requests/${id}`)).json()) as object;
	const entry = { ...whole, ...shown, notice: 'https://a.example/x' };
	answering(stage, path, operation === 'get' ? entry : [entry]);
	const form = { requestId: byId(id), ...parameters };
	const { outputs, error } = await stage.request('request', operation, form, { unknownFields });
	expect(error).toBeUndefined();
	const text = JSON.stringify(outputs);
	expect(text).toContain('withoutScheme');
	expect(text).toContain('https://a.example/x');
	expect(text).not.toContain(proof);
});

it('a report keeps the words of people as they are', async () => {
	const { stage, id, shown } = await withAddresses();
	answering(stage, /report$/, { events: [{ message, ...shown }] });
	const parameters = { requestId: byId(id), format: 'json' };
	const { outputs } = await stage.request('request', 'getReport', parameters, { unknownFields });
	const [event] = outputs[0]![0]!.json.events as Array<Record<string, string>>;
	expect(event).toMatchObject({
		message,
		withoutScheme: expect.stringMatching(
			/event=success&.*nonce=[0-9a-f]{64}&proof=hidden&target=hidden$/,
		) as string,
	});
});

it('an error keeps the words of people as they are', async () => {
	const { stage, id, proof, shown } = await withAddresses();
	const refusal = { message: `${message}: ${shown.withoutScheme}` };
	stage.sandbox.faults.add({ method: 'GET', path: /report$/, status: 400, body: refusal });
	const { error } = await stage.request('request', 'getReport', { requestId: byId(id) });
	expect(error?.description).toContain(message);
	expect(error?.description).not.toContain(proof.slice(0, 20));
});

it('a trigger believes a call by its proof, and does not show it', async () => {
	const { stage, id, proof, shown } = await withAddresses();
	await stage.sandbox.people.sign(id, ANN);
	await stage.sandbox.settled();
	const whole = (await (await stage.call(`/v2/signature-requests/${id}`)).json()) as object;
	answering(stage, /signature-requests\/[^/]+$/, { ...whole, ...shown });
	stage.trigger.staticData = '{}';
	stage.trigger.restart();
	for (const address of calledAddresses(stage.sandbox, id)) await post(address);
	expect(stage.trigger.started).toHaveLength(2);
	const text = JSON.stringify(stage.trigger.started);
	expect(text).toContain('withoutScheme');
	expect(text).not.toContain(proof);
});
