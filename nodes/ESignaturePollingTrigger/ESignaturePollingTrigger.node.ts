import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { iconOf, triggerHead } from '../shared/operation/nodeHead';
import { poll } from './poll';
import { pollingFields } from './polling.fields';

export class ESignaturePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerHead,
		displayName: 'E-Signature Polling Trigger',
		name: 'eSignaturePollingTrigger',
		icon: iconOf('pollingTrigger'),
		subtitle: '={{ $parameter["states"].join(", ").toLowerCase() }}',
		description:
			'Starts the workflow when a request is signed, declined, expired or withdrawn; works behind a firewall',
		eventTriggerDescription: 'Asking the service for the latest change',
		activationMessage:
			'From now on, the workflow starts when a request gets into one of the chosen states.',
		defaults: { name: 'E-Signature Polling Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Needs no callbacks in Create, and works where the service cannot reach this n8n. Also for requests that were made elsewhere, and for those that expire.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequestTrigger',
					relationHint: 'Starts at once, where the service can reach this n8n',
				},
			],
		},
		// A new array each time: n8n adds fields of its own.
		properties: [...pollingFields],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
