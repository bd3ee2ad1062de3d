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
import { addAttachment } from './operations/attachment/add.operation';
import { downloadAttachment } from './operations/attachment/download.operation';
import { removeAttachment } from './operations/attachment/remove.operation';
import { addObserver } from './operations/observer/add.operation';
import { getObserver } from './operations/observer/get.operation';
import { getManyObservers } from './operations/observer/getMany.operation';
import { removeObserver } from './operations/observer/remove.operation';
import { getActivities } from './operations/request/activities/getActivities.operation';
import { clearExpiry } from './operations/request/clearExpiry.operation';
import { create } from './operations/request/create/create.operation';
import { createAndWait } from './operations/request/createAndWait/createAndWait.operation';
import { resume } from './operations/request/createAndWait/resume';
import { deleteRequest } from './operations/request/delete.operation';
import { downloadDocuments } from './operations/request/downloadDocuments.operation';
import { addDocument } from './operations/request/draftDocument/addDocument.operation';
import { removeDocument } from './operations/request/draftDocument/removeDocument.operation';
import { get } from './operations/request/get.operation';
import { getCallbackLog } from './operations/request/getCallbackLog.operation';
import { getMany } from './operations/request/getMany.operation';
import { getReport } from './operations/request/getReport.operation';
import { getSigningLink } from './operations/request/getSigningLink.operation';
import { initiate } from './operations/request/initiate.operation';
import { remind } from './operations/request/remind.operation';
import { repeatCallback } from './operations/request/repeatCallback/repeatCallback.operation';
import { update } from './operations/request/update/update.operation';
import { withdraw } from './operations/request/withdraw.operation';
import { addSigner } from './operations/signer/add.operation';
import { getSignatureQualities } from './operations/signer/getSignatureQualities.operation';
import { removeSigner } from './operations/signer/remove.operation';
import { searchParts } from './pickers/searchParts';
import { searchRequestFormFields } from './pickers/searchRequestFormFields';
import { searchRequests } from './pickers/searchRequests';

const operations = {
	request: {
		create,
		createAndWait,
		get,
		getMany,
		update,
		initiate,
		remind,
		withdraw,
		delete: deleteRequest,
		clearExpiry,
		addDocument,
		removeDocument,
		getSigningLink,
		downloadDocuments,
		getReport,
		getCallbackLog,
		repeatCallback,
		getActivities,
	},
	signer: { add: addSigner, remove: removeSigner, getSignatureQualities },
	observer: {
		add: addObserver,
		get: getObserver,
		getMany: getManyObservers,
		remove: removeObserver,
	},
	attachment: {
		add: addAttachment,
		download: downloadAttachment,
		remove: removeAttachment,
	},
};

/**
 * Where the service wakes an execution that waits in Create and Wait. All waiting nodes of an execution
 * share its address and token, so each has an end of its own; calls for another one meet 404.
 */
const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: '={{ $nodeId }}',
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
				'Create sends a PDF to signers and goes on at once; what happens when they have signed belongs in a second workflow that begins with the E-Signature Request Trigger. Create and Wait does both in one workflow, for one item.',
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
		hints: [
			{
				message:
					'Create and Wait takes one item, and more have arrived. Put this node into a workflow of its own, and call that once for each item with Execute Sub-workflow.',
				type: 'warning',
				location: 'inputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition:
					'={{ $parameter["operation"] === "createAndWait" && $input.all().length > 1 }}',
			},
		],
		webhooks: resumeWebhooks,
		waitingNodeTooltip: 'The execution goes on when the request is signed or has ended otherwise',
		properties: [
			resourceField('request', [
				{ name: 'Request', value: 'request' },
				{ name: 'Signer', value: 'signer' },
				{ name: 'Observer', value: 'observer' },
				{ name: 'Attachment', value: 'attachment' },
			]),
			...fieldsOf('request', operations.request),
			...fieldsOf('signer', operations.signer),
			...fieldsOf('observer', operations.observer),
			...fieldsOf('attachment', operations.attachment),
		],
	};

	methods = {
		listSearch: {
			searchDocuments,
			searchFormFields: searchRequestFormFields(operations),
			searchRequests: searchRequests(operations),
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
