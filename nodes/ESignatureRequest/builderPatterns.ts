import type { IBuilderHint } from 'n8n-workflow';

const example = (title: string, operation: string, code: string) => ({
	content: `<patterns>\n<pattern title="${title}">\n${code}\n</pattern>\n</patterns>`,
	displayOptions: { show: { resource: ['request'], operation: [operation] } },
});

/** For n8n's AI workflow builder. */
export const builderPatterns: IBuilderHint['extraTypeDefContent'] = [
	example(
		'Send the PDF of the item, wait until everyone has signed, and return the signed PDF',
		'sendAndWait',
		"node({ type: 'n8n-nodes-esignature.eSignatureRequest', version: 1, config: { parameters: { resource: 'request', operation: 'sendAndWait', signers: { signer: [{ email: 'ann@example.com' }] }, downloadDocuments: true } } });",
	),
	example(
		'Tool of an AI agent, whose model fills in the document, the signers, and the rest',
		'create',
		"tool({ type: 'n8n-nodes-esignature.eSignatureRequestTool', version: 1, config: { parameters: { resource: 'request', operation: 'create' } } });",
	),
];
