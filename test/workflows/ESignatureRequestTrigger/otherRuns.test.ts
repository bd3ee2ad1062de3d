import { smallPdf } from '../../support/files/pdf';
import { byId, startService } from '../../support/service/service';

const reads = { method: 'GET', path: /\/v2\/signature-requests\/[^/]+$/ };

it('a callback is answered while another run of the account waits for the service', async () => {
	const service = await startService();
	const trigger = await service.engine.listen({
		type: 'eSignatureRequestTrigger',
		parameters: { events: ['success'], simplify: true },
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
			callbackEvents: ['success'],
		},
		{ items: [{ files: { data: { bytes: smallPdf, fileName: 'contract.pdf' } } }] },
	);
	const id = outputs[0]![0]!.json.id as string;
	const shown = (await (await service.call(`/v2/signature-requests/${id}`)).json()) as {
		callback_success_url: string;
		document_id: string;
	};
	service.sandbox.calls.clear();
	service.sandbox.faults.add({ ...reads, status: 429, headers: { 'retry-after': '50' }, times: 1 });
	const { finished, cancel } = service.engine.start({
		type: 'eSignatureRequest',
		parameters: { resource: 'request', operation: 'get', requestId: byId(id) },
	});
	while (service.sandbox.calls.matching(reads)[0]?.status !== 429) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}

	const address = shown.callback_success_url
		.replace('SERVICE_SIGNATURE_REQUEST_ID', id)
		.replace('SERVICE_DOCUMENT_ID', shown.document_id);
	const { status } = await fetch(address, { method: 'POST' });

	// Read, and found to be still open; the other run has not gone on meanwhile.
	expect(status).toBe(409);
	expect(service.sandbox.calls.count(reads)).toBe(2);
	cancel();
	await finished;
});
