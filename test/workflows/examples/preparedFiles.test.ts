/** The examples whose file is turned into a PDF first, with the files that they bring along. */
import { readFileSync } from 'node:fs';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';
import type { NodeRun } from '../../support/engine/engine';
import { startService } from '../../support/service/service';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';

const parametersIn = (example: string, name: string) => {
	const { nodes } = JSON.parse(readFileSync(`examples/${example}.json`, 'utf8')) as IWorkflowBase;
	return nodes.find((node) => node.name === name)!.parameters;
};
const file = (name: string) => ({ bytes: readFileSync(`examples/files/${name}`), fileName: name });

/** Sends, lets all sign, and answers with what comes out. */
async function sendAndSign(parameters: INodeParameters, item: object) {
	const service = await startService({ dialect: 'public', accounts: [ANN, BOB] });
	const { engine, sandbox } = service;
	const node: NodeRun = { type: 'eSignatureRequest', parameters, items: [item] };
	const { run, error } = await engine.run(node);
	expect(error).toBeUndefined();
	const [request] = sandbox.store.requests;
	for (const { email } of request!.signatures) await sandbox.people.sign(request!.id, email);
	const { outputs } = await engine.resume(node, run, request!.callbacks.at(-1)!.url);
	const [signed] = outputs[0]!;
	expect(signed!.json).toMatchObject({ outcome: 'signed', warnings: [] });
	return { service, request: request!, signed: signed! };
}

it('contract-from-word sends the Word file to both sides, one after the other', async () => {
	const parameters = parametersIn('contract-from-word', 'Send and Wait');
	// The engine has no node Form.
	const text = JSON.stringify(parameters).replaceAll("$('Form').item.json", '$json');
	const { request } = await sendAndSign(JSON.parse(text) as INodeParameters, {
		json: { 'Supplier Email': ANN, 'Customer Email': BOB },
		files: { data: file('service-contract.docx') },
	});
	expect(request).toMatchObject({
		title: 'Service contract',
		signatures: [
			{ email: ANN, order: 1 },
			{ email: BOB, order: 2 },
		],
	});
});

it('archive-as-pdfa makes PDF/A before signing, and checks the signed file', async () => {
	const parameters = parametersIn('archive-as-pdfa', 'Send and Wait');
	const { service, signed } = await sendAndSign(parameters, {
		json: { Email: ANN },
		files: { Document: file('minutes.txt') },
	});
	const bytes = await service.engine.readBinary(signed);
	const items = [{ files: { data: { bytes, fileName: 'minutes.pdf' } } }];
	const validated = await service.validation(
		'validate',
		parametersIn('archive-as-pdfa', 'Validate'),
		{ items },
	);
	expect(validated.outputs[0]![0]!.json).toMatchObject({ verdict: 'passed' });
	const checked = await service.document(
		'checkPdfA',
		parametersIn('archive-as-pdfa', 'Check PDF/A'),
		{ items },
	);
	expect(checked.outputs[0]![0]!.json).toMatchObject({
		...{ conforms: true, conformance: 'pdfa-2u', details: [] },
	});
});
