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
import { triggerFields } from './trigger.fields';

export class ESignatureRequestTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerHead,
		displayName: 'E-Signature Request Trigger',
		name: 'eSignatureRequestTrigger',
		icon: iconOf('requestTrigger'),
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description:
			'Send documents for signature, or start a workflow when someone has signed or declined',
		eventTriggerDescription: 'Waiting for the service to call the test URL',
		activationMessage:
			'Requests whose callbacks point to the production URL of this trigger now start the workflow.',
		defaults: { name: 'E-Signature Request Trigger' },
		builderHint: {
			searchHint:
				'Its production URL goes into E-Signature Request, Create, Callbacks: To a Trigger. Needs an n8n that the service can reach.',
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
				path: 'e-signature',
				responseMode: 'onReceived',
				responseData: '',
			},
		],
		triggerPanel: {
			header: 'Listen for a signature',
			executionsHelp: {
				inactive:
					'<b>To try it out</b>, click "Execute step", create a request whose callbacks go to the test URL, and sign it.<br /><br /><b>For real requests</b>, publish the workflow and use the production URL. Those runs appear in the <a data-key="executions">executions list</a>, not in the editor.',
				active:
					'<b>To try it out</b>, click "Execute step", create a request whose callbacks go to the test URL, and sign it.<br /><br /><b>Your workflow also runs by itself</b> for requests that were created with the production URL. Those runs appear in the <a data-key="executions">executions list</a>, not in the editor.',
			},
			activationHint:
				'Publish the workflow, copy the production URL under Webhook URLs, and paste it into Create: Callbacks, To a Trigger.',
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
				remember(this);
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
