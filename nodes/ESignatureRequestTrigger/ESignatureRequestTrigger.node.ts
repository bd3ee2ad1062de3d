import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { remember } from '../shared/memory/workflowMemory';
import { iconOf, triggerHead } from '../shared/execution/nodeHead';
import { toProperties } from '../shared/form/field';
import { receive } from './receive';
import { requirePath } from '../shared/callbacks/triggerPath';
import { triggerFields } from './trigger.fields';

export class ESignatureRequestTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerHead,
		displayName: 'E-Signature Request Trigger',
		name: 'eSignatureRequestTrigger',
		icon: iconOf('requestTrigger'),
		subtitle:
			'={{ $parameter["events"].map((event) => ({ success: "All Have Signed", update: "One Person Has Signed", error: "Declined, Withdrawn or Failed" })[event]).join(", ") }}',
		description: 'Send documents for signature, or start a workflow when someone signs or declines',
		eventTriggerDescription: 'Waiting for Skribble to call the test URL',
		activationMessage: "Requests with this trigger's Path under Callbacks now start the workflow.",
		defaults: { name: 'E-Signature Request Trigger' },
		builderHint: {
			searchHint:
				'Starts for requests that have its Path in E-Signature Request, Create, Callbacks: To a Trigger on This n8n. Skribble must be able to reach this n8n.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequest',
					relationHint: 'Creates the requests that start this workflow',
				},
			],
		},
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				// n8n silently registers nothing for an empty path; with another one it asks us, and we refuse.
				path: '={{ $parameter["path"] || $nodeId }}',
				isFullPath: true,
				responseMode: 'onReceived',
				responseData: '',
			},
		],
		triggerPanel: {
			header: 'Listen for a signature',
			executionsHelp: {
				inactive:
					'<b>To test it</b>, create a request with Callbacks: To a Trigger on This n8n and Test in Editor, click "Execute step" here, and sign the request.<br /><br /><b>For real requests</b>, publish the workflow and turn Test in Editor off. These executions appear in the <a data-key="executions">executions list</a>, not in the editor.',
				active:
					'<b>To test it</b>, create a request with Callbacks: To a Trigger on This n8n and Test in Editor, click "Execute step" here, and sign the request.<br /><br /><b>Requests without Test in Editor</b> start your workflow automatically. These executions appear in the <a data-key="executions">executions list</a>, not in the editor.',
			},
			activationHint:
				'Publish the workflow. In Create, choose Callbacks: To a Trigger on This n8n, with the same Path.',
		},
		properties: toProperties(triggerFields),
	};

	/**
	 * The service keeps addresses with each request (interface.md part 6): there is nothing to register. But n8n
	 * asks when it loads the workflow for triggers that poll, and what they save is to hold what we remember.
	 */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions) {
				requirePath(this);
				remember(this, { publishedAtMs: Date.now() });
				return true;
			},
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
