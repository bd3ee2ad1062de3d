import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { searchDocuments } from '../shared/documents/searchDocuments';
import { waitingPath } from '../shared/callbacks/waitingUrl';
import { resourceField } from '../shared/form/fields';
import { fieldsOf } from '../shared/execution/operationFields';
import { actionHead, iconOf, subtitleOf } from '../shared/execution/nodeHead';
import { runOperations } from '../shared/execution/operation';
import { templateColumns } from '../shared/templates/templateColumns';
import { builderPatterns } from './builderPatterns';
import { operations } from './operations';
import { searchRequestFormFields, searchRequests, searchSubresources } from './pickers';
import { resume } from './request/sendAndWait/resume';
import { perItemHint, waitingNodeTooltip } from './request/sendAndWait/waitingNode';

/**
 * Where the service wakes an execution that waits in Send and Wait. All waiting nodes of an execution
 * share its address and token, so each has a separate path. Calls for another node get a 404.
 */
const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: waitingPath,
		isFullPath: true,
		restartWebhook: true,
		responseMode: 'onReceived',
		responseData: '',
	},
];

const resources = [
	{ name: 'Request', value: 'request' },
	{ name: 'Signer', value: 'signer' },
	{ name: 'Observer', value: 'observer' },
	{ name: 'Attachment', value: 'attachment' },
	{ name: 'Send-To', value: 'sendTo' },
];

export class ESignatureRequest implements INodeType {
	description: INodeTypeDescription = {
		...actionHead,
		displayName: 'E-Signature Request',
		name: 'eSignatureRequest',
		icon: iconOf('request'),
		subtitle: subtitleOf(resources, operations),
		description: 'Send documents for signature, see who has signed, and download the result',
		defaults: { name: 'E-Signature Request' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Create sends a PDF to signers and continues immediately. To continue after they sign, start a second workflow with the E-Signature Request Trigger. Send and Wait does both in one workflow: it continues when the requests of all items have ended.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequestTrigger',
					relationHint: 'Starts a workflow when someone signs or declines',
				},
				{
					nodeType: 'n8n-nodes-esignature.eSignaturePollingTrigger',
					relationHint: "Does the same if Skribble can't reach this n8n",
				},
				{
					nodeType: 'n8n-nodes-esignature.eSignatureValidation',
					relationHint: 'Checks the signatures of the signed documents',
				},
			],
			extraTypeDefContent: builderPatterns,
		},
		webhooks: resumeWebhooks,
		// Of Send-To: Create. It opens the document for anyone who has it.
		sensitiveOutputFields: ['access_code'],
		waitingNodeTooltip,
		hints: [perItemHint],
		properties: [
			resourceField('request', resources),
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
			...searchSubresources(operations),
		},
		resourceMapping: { templateColumns },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resume(this);
	}
}
