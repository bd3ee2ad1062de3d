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
import { templateColumns } from '../shared/templates/templateColumns';
import { operations } from './operations';

const resources = [{ name: 'Document', value: 'document' }];

export class ESignatureDocument implements INodeType {
	description: INodeTypeDescription = {
		...actionHead,
		displayName: 'E-Signature Document',
		name: 'eSignatureDocument',
		icon: iconOf('document'),
		subtitle: subtitleOf(resources, operations),
		description: 'Upload, prepare, and download the documents that people sign',
		defaults: { name: 'E-Signature Document' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Stores PDFs in Skribble and downloads them. To send a file for signature, use Create of the E-Signature Request node. It uploads the file.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequest',
					relationHint: 'Sends a document to people who sign it',
				},
			],
		},
		properties: [
			resourceField('document', resources),
			...fieldsOf('document', operations.document, 'upload'),
		],
	};

	methods = { listSearch: { searchDocuments }, resourceMapping: { templateColumns } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
