import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { resourceField } from '../shared/operation/fields';
import { fieldsOf } from '../shared/operation/form';
import { actionHead, iconOf, subtitle } from '../shared/operation/nodeHead';
import { runOperations } from '../shared/operation/operation';
import { operations } from './operations/index';
import { outputs } from './outputs';

export class ESignatureValidation implements INodeType {
	description: INodeTypeDescription = {
		...actionHead,
		displayName: 'E-Signature Validation',
		name: 'eSignatureValidation',
		icon: iconOf('validation'),
		subtitle,
		description: 'Check whether the signatures of PDF documents are valid',
		defaults: { name: 'E-Signature Validation' },
		outputs,
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Says in the field verdict whether a signed PDF can be relied on: passed, failed or indeterminate. Branch on it with an IF node, or switch on the second output.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequest',
					relationHint: 'Has documents signed, and downloads them',
				},
			],
		},
		properties: [
			resourceField('validation', [
				{ name: 'Validation', value: 'validation' },
				{ name: 'Credit', value: 'credit' },
			]),
			...fieldsOf('validation', operations.validation, 'validate'),
			...fieldsOf('credit', operations.credit, 'getPrices'),
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
