import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { searchDocuments } from '../shared/document/searchDocuments';
import { resourceField } from '../shared/operation/fields';
import { fieldsOf } from '../shared/operation/form';
import { actionHead, iconOf, subtitle } from '../shared/operation/nodeHead';
import { runOperations } from '../shared/operation/operation';
import { operations } from './operations/index';
import { pathOfNode } from './operations/request/sendAndWait/addressOfNode';
import { perItemHint } from './operations/request/sendAndWait/perItemHint';
import { resume } from './operations/request/sendAndWait/resume';
import { waitingNodeTooltip } from './operations/request/sendAndWait/waitingTooltip';
import { searchParts } from './pickers/searchParts';
import { searchRequestFormFields } from './pickers/searchRequestFormFields';
import { searchRequests } from './pickers/searchRequests';

/**
 * Where the service wakes an execution that waits in Send and Wait. All waiting nodes of an execution
 * share its address and token, so each has an end of its own; calls for another one meet 404.
 */
const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: pathOfNode,
		isFullPath: true,
		restartWebhook: true,
		responseMode: 'onReceived',
		responseData: '',
	},
];

export class ESignatureRequest implements INodeType {
	description: INodeTypeDescription = {
		...actionHead,
		displayName: 'E-Signature Request',
		name: 'eSignatureRequest',
		icon: iconOf('request'),
		subtitle,
		description: 'Send documents for signature, follow who has signed, and fetch the result',
		defaults: { name: 'E-Signature Request' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Create sends a PDF to signers and goes on at once; what happens when they have signed belongs in a second workflow that begins with the E-Signature Request Trigger. Send and Wait does both in one workflow: it goes on when the requests of all items have ended.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequestTrigger',
					relationHint: 'Starts a workflow when someone has signed or declined',
				},
				{
					nodeType: 'n8n-nodes-esignature.eSignaturePollingTrigger',
					relationHint: 'The same where the service cannot reach this n8n',
				},
				{
					nodeType: 'n8n-nodes-esignature.eSignatureValidation',
					relationHint: 'Checks the signatures of the documents that come back',
				},
			],
		},
		webhooks: resumeWebhooks,
		// Of Send-To: Create. It opens the document for anyone who has it.
		sensitiveOutputFields: ['access_code'],
		waitingNodeTooltip,
		hints: [perItemHint],
		properties: [
			resourceField('request', [
				{ name: 'Request', value: 'request' },
				{ name: 'Signer', value: 'signer' },
				{ name: 'Observer', value: 'observer' },
				{ name: 'Attachment', value: 'attachment' },
				{ name: 'Send-To', value: 'sendTo' },
			]),
			...fieldsOf('request', operations.request, 'create'),
			...fieldsOf('signer', operations.signer, 'add'),
			...fieldsOf('observer', operations.observer, 'add'),
			...fieldsOf('attachment', operations.attachment, 'add'),
			...fieldsOf('sendTo', operations.sendTo, 'create'),
		],
	};

	methods = {
		listSearch: {
			searchDocuments,
			searchFormFields: searchRequestFormFields(operations),
			searchRequests: searchRequests(operations),
			searchOpenRequests: searchRequests(operations, 'OPEN'),
			...searchParts(operations),
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resume(this);
	}
}
