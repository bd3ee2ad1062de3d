import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { fieldsOf, runOperations } from '../shared/operation/operation';
import { getInvoiced } from './operations/credit/getInvoiced.operation';
import { getPrices } from './operations/credit/getPrices.operation';
import { getUsage } from './operations/credit/getUsage.operation';
import { deleteResult } from './operations/validation/delete.operation';
import { getEtsiReport } from './operations/validation/getEtsiReport.operation';
import { getFormat } from './operations/validation/getFormat.operation';
import { getInfo } from './operations/validation/getInfo.operation';
import { getSigners } from './operations/validation/getSigners.operation';
import { validate } from './operations/validation/validate.operation';
import { outputs } from './outputs';

const operations = {
	validation: { validate, getInfo, getSigners, getFormat, getEtsiReport, delete: deleteResult },
	credit: { getPrices, getUsage, getInvoiced },
};

export class ESignatureValidation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'E-Signature Validation',
		name: 'eSignatureValidation',
		icon: {
			light: 'file:../../icons/esignature.svg',
			dark: 'file:../../icons/esignature.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Check whether the signatures of PDF documents are valid',
		defaults: { name: 'E-Signature Validation' },
		inputs: [NodeConnectionTypes.Main],
		outputs,
		usableAsTool: true,
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Credit', value: 'credit' },
					{ name: 'Validation', value: 'validation' },
				],
				default: 'validation',
			},
			...fieldsOf('validation', operations.validation),
			...fieldsOf('credit', operations.credit),
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
