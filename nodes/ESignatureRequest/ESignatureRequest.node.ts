import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { fieldsOf, runOperations } from '../shared/operation';
import { searchDocuments } from '../ESignatureDocument/searchDocuments';
import { versionFields } from './fields';
import { create } from './operations/request/create.operation';
import { get } from './operations/request/get.operation';
import { searchRequests } from './searchRequests';

const operations = {
	request: {
		create,
		get,
	},
};

export class ESignatureRequest implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'E-Signature Request',
		name: 'eSignatureRequest',
		icon: {
			light: 'file:../../icons/esignature.svg',
			dark: 'file:../../icons/esignature.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send documents for signature, follow who has signed, and fetch the result',
		defaults: { name: 'E-Signature Request' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [{ name: 'Request', value: 'request' }],
				default: 'request',
			},
			...versionFields,
			...fieldsOf('request', operations.request),
		],
	};

	methods = { listSearch: { searchDocuments, searchRequests } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
