import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { iconOf, triggerHead } from '../shared/execution/nodeHead';
import { toProperties } from '../shared/form/field';
import { poll } from './poll';
import { pollingFields } from './polling.fields';

export class ESignaturePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerHead,
		displayName: 'E-Signature Polling Trigger',
		name: 'eSignaturePollingTrigger',
		icon: iconOf('pollingTrigger'),
		subtitle:
			'={{ $parameter["states"].map((state) => state[0] + state.slice(1).toLowerCase().replace("_", " ")).join(", ") }}',
		description:
			'Starts the workflow when a request is signed, declined, expired, withdrawn, or about to be deleted. Works behind a firewall.',
		eventTriggerDescription: 'Asking Skribble for the latest change',
		activationMessage: 'The workflow now starts when a request gets into one of the chosen states.',
		defaults: { name: 'E-Signature Polling Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				"Needs no callbacks in Create, and works if Skribble can't reach this n8n. Also starts for requests from the web application, and for requests that expire.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequestTrigger',
					relationHint: 'Starts immediately, if Skribble can reach this n8n',
				},
			],
		},
		properties: toProperties(pollingFields),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
