import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { searchDocuments } from '../shared/document/searchDocuments';
import { apiVersionField } from '../shared/operation/fields';
import { fieldsOf, runOperations } from '../shared/operation/operation';
import { seal } from './operations/seal.operation';

const operations = {
	seal: { seal },
};

export class ESignatureSeal implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'E-Signature Seal',
		name: 'eSignatureSeal',
		icon: {
			light: 'file:../../icons/esignature.svg',
			dark: 'file:../../icons/esignature.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Affix the electronic seal of your company to PDF documents',
		defaults: { name: 'E-Signature Seal' },
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
				options: [{ name: 'Seal', value: 'seal' }],
				default: 'seal',
			},
			// The contract shows the endpoint for version 1 only (interface.md 4.4).
			{ ...apiVersionField, default: 'v1' },
			...fieldsOf('seal', operations.seal),
		],
	};

	methods = { listSearch: { searchDocuments } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
