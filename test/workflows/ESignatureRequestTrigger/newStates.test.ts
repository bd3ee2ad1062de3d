import { smallPdf } from '../../support/files/pdf';
import { startWatching } from '../../support/polling/polling';
import { startService } from '../../support/service/service';
import type { Service } from '../../support/service/service';
import { post, setStage } from '../../support/service/triggerStage';

const items = [{ files: { data: { bytes: smallPdf, fileName: 'contract.pdf' } } }];

/** The service shows the request in another state, as one that it may add some day. */
async function showIn(service: Service, id: string, state: string) {
	const { sandbox, call } = service;
	sandbox.faults.clear();
	const response = await call(`/v2/signature-requests/${id}`);
	const whole = (await response.json()) as { callback_error_url: string; document_id: string };
	const shown = { ...whole, status_overall: state };
	sandbox.faults.add({ method: 'GET', path: /\/signature-requests\//, status: 200, body: shown });
	const updated = { ...shown, updated_at: new Date().toISOString() };
	sandbox.faults.add({
		method: 'GET',
		path: /\/signature-requests$/,
		status: 200,
		body: [updated],
	});
	return shown;
}

describe('a state that no one knows yet', () => {
	it.each([
		['CANCELLED', 200, ['cancelled']],
		['OPEN', 409, []],
		['SIGNED', 409, []],
		['', 409, []],
	])(
		'reaches the trigger when the service calls for an error: %s',
		async (state, expected, outcomes) => {
			const service = await startService();
			const trigger = await service.engine.listen({
				type: 'eSignatureRequestTrigger',
				parameters: { events: ['success', 'update', 'error'], simplify: true },
			});
			const { outputs } = await service.request(
				'request',
				'create',
				{
					source: 'binary',
					signerInput: 'json',
					signersJson: '[{"email":"ann@example.com"}]',
					callbacks: 'triggerUrl',
					callbackAddress: trigger.address,
				},
				{ items },
			);
			const id = outputs[0]![0]!.json.id as string;
			const shown = await showIn(service, id, state);
			const address = shown.callback_error_url
				.replace('SERVICE_SIGNATURE_REQUEST_ID', id)
				.replace('SERVICE_DOCUMENT_ID', shown.document_id);
			const { status } = await fetch(address, { method: 'POST' });
			expect(status).toBe(expected);
			expect(trigger.started.flat().map(({ json }) => json.outcome)).toEqual(outcomes);
		},
	);

	it('cannot be watched by the polling trigger, because it may as well be mistyped', async () => {
		const service = await startService();
		await expect(startWatching(service, { states: '={{ ["cancelled"] }}' })).rejects.toThrow(
			/^Trigger On, entry 1 must be one of DECLINED, ERROR, EXPIRED, SIGNED, WITHDRAWN$/,
		);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});

it('a state that holds control characters brings none of them into an answer or a log', async () => {
	const stage = await setStage();
	const id = await stage.create();
	const address = stage.sandbox.store.request(id)!.callbackUrls.success!;
	const whole = (await (await stage.call(`/v2/signature-requests/${id}`)).json()) as {
		document_id: string;
	};
	stage.sandbox.faults.add({
		method: 'GET',
		path: /signature-requests\/[^/]+$/,
		status: 200,
		body: { ...whole, status_overall: 'ODD\u001b[31m\u0085\u2028\u202eSTATE' },
	});
	const called = address
		.replace(/request=\w+/, `request=${id}`)
		.replace(/document=\w+/, `document=${whole.document_id}`);
	const answer = await post(called);
	const text = await answer.text();
	expect([answer.status, text]).toEqual([409, expect.stringContaining('ODD [31m STATE')]);
	expect(stage.trigger.logged.join('')).toContain('ODD [31m STATE');
	expect(text + stage.trigger.logged.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
});
