import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { resourceField } from '../shared/form/fields';
import { fieldsOf } from '../shared/execution/operationFields';
import { actionHead, iconOf, subtitleOf } from '../shared/execution/nodeHead';
import { runOperations } from '../shared/execution/operation';
import { operations } from './operations';
import { outputs } from './validation/validateFile';

const resources = [
	{ name: 'Validation', value: 'validation' },
	{ name: 'Credit', value: 'credit' },
];

export class ESignatureValidation implements INodeType {
	description: INodeTypeDescription = {
		...actionHead,
		displayName: 'E-Signature Validation',
		name: 'eSignatureValidation',
		icon: iconOf('validation'),
		subtitle: subtitleOf(resources, operations),
		description: 'Check whether the signatures of PDF documents are valid',
		defaults: { name: 'E-Signature Validation' },
		outputs,
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Returns in the field verdict whether you can rely on a signed PDF: passed, failed, or indeterminate. Branch on it with an IF node, or turn on the second output.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequest',
					relationHint: 'Sends documents for signature, and downloads them',
				},
			],
		},
		properties: [
			resourceField('validation', resources),
			...fieldsOf('validation', operations.validation, 'validate'),
			...fieldsOf('credit', operations.credit, 'getPrices'),
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
