import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { remember } from '../shared/memory/workflowMemory';
import { iconOf, triggerHead } from '../shared/operation/nodeHead';
import { receive } from './receive';
import { requirePath } from './requirePath';
import { triggerFields } from './trigger.fields';

export class ESignatureRequestTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerHead,
		displayName: 'E-Signature Request Trigger',
		name: 'eSignatureRequestTrigger',
		icon: iconOf('requestTrigger'),
		subtitle:
			'={{ $parameter["events"].map((event) => ({ success: "all signed", update: "one signed", error: "ended unsigned" })[event]).join(", ") }}',
		description:
			'Send documents for signature, or start a workflow when someone has signed or declined',
		eventTriggerDescription: 'Waiting for the service to call the test URL',
		activationMessage:
			'Requests whose Create has the Path of this trigger under Callbacks now start the workflow.',
		defaults: { name: 'E-Signature Request Trigger' },
		builderHint: {
			searchHint:
				'Its Path also goes into E-Signature Request, Create, Callbacks: To a Trigger on This n8n. Needs an n8n that the service can reach.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequest',
					relationHint: 'Creates the requests whose ends start this workflow',
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
					'<b>To try it out</b>, create a request with Callbacks: To a Trigger on This n8n and Use Test URL, then click "Execute step" here, and sign the request.<br /><br /><b>For real requests</b>, publish the workflow and switch Use Test URL off. Those runs appear in the <a data-key="executions">executions list</a>, not in the editor.',
				active:
					'<b>To try it out</b>, create a request with Callbacks: To a Trigger on This n8n and Use Test URL, then click "Execute step" here, and sign the request.<br /><br /><b>Your workflow also runs by itself</b> for requests that were created without Use Test URL. Those runs appear in the <a data-key="executions">executions list</a>, not in the editor.',
			},
			activationHint:
				'Publish the workflow, and choose Callbacks: To a Trigger on This n8n in Create, with the same Path.',
		},
		// A new array each time: n8n adds fields of its own.
		properties: [...triggerFields],
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
