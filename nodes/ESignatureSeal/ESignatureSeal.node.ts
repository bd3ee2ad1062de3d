import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { searchDocuments } from '../shared/document/searchDocuments';
import { resourceField } from '../shared/operation/fields';
import { fieldsOf } from '../shared/operation/form';
import { actionHead, iconOf, subtitle } from '../shared/operation/nodeHead';
import { runOperations } from '../shared/operation/operation';
import { chosenDocuments, searchFormFields } from '../shared/placement/searchFormFields';
import { operations } from './operations/index';

export class ESignatureSeal implements INodeType {
	description: INodeTypeDescription = {
		...actionHead,
		displayName: 'E-Signature Seal',
		name: 'eSignatureSeal',
		icon: iconOf('seal'),
		subtitle,
		description: 'Seal PDF documents with the electronic seal of your company',
		defaults: { name: 'E-Signature Seal' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Seals a PDF in the name of a company, without any person who signs. For signatures of people use E-Signature Request.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureValidation',
					relationHint: 'Checks the seal',
				},
			],
		},
		properties: [
			resourceField('seal', [{ name: 'Seal', value: 'seal' }]),
			...fieldsOf('seal', operations.seal, 'seal'),
		],
	};

	methods = {
		listSearch: {
			searchDocuments,
			searchFormFields: searchFormFields(async (context) =>
				Promise.resolve({ version: 'v2', ids: chosenDocuments(context) }),
			),
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
