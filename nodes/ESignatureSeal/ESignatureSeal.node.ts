import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { searchDocuments } from '../shared/documents/searchDocuments';
import { resourceField } from '../shared/form/fields';
import { fieldsOf } from '../shared/execution/operationFields';
import { actionHead, iconOf, subtitleOf } from '../shared/execution/nodeHead';
import { runOperations } from '../shared/execution/operation';
import { chosenDocuments, searchFormFields } from '../shared/positions/searchFormFields';
import { operations } from './operations';

const resources = [{ name: 'Seal', value: 'seal' }];

export class ESignatureSeal implements INodeType {
	description: INodeTypeDescription = {
		...actionHead,
		displayName: 'E-Signature Seal',
		name: 'eSignatureSeal',
		icon: iconOf('seal'),
		subtitle: subtitleOf(resources, operations),
		description: 'Seal PDF documents with the electronic seal of your company',
		defaults: { name: 'E-Signature Seal' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Seals a PDF in the name of a company. To have people sign, use E-Signature Request.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureValidation',
					relationHint: 'Checks the seal',
				},
			],
		},
		properties: [resourceField('seal', resources), ...fieldsOf('seal', operations.seal, 'seal')],
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
