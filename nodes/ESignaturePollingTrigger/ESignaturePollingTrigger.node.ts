import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { poll } from './poll';
import { pollingFields } from './polling.fields';

export class ESignaturePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'E-Signature Polling Trigger',
		name: 'eSignaturePollingTrigger',
		icon: {
			light: 'file:../../icons/esignature.svg',
			dark: 'file:../../icons/esignature.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["states"].join(", ").toLowerCase() }}',
		description:
			'Starts the workflow when a request is signed, declined, expired or withdrawn; works behind a firewall',
		eventTriggerDescription: 'Asking the service for the latest change',
		activationMessage:
			'From now on, the workflow starts when a request gets into one of the chosen states.',
		defaults: { name: 'E-Signature Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: pollingFields,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
