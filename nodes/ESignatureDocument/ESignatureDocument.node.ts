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
import { operations } from './operations/index';

export class ESignatureDocument implements INodeType {
	description: INodeTypeDescription = {
		...actionHead,
		displayName: 'E-Signature Document',
		name: 'eSignatureDocument',
		icon: iconOf('document'),
		subtitle,
		description: 'Upload, download and manage the PDF documents that people sign',
		defaults: { name: 'E-Signature Document' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Stores PDFs in the service and fetches them back. Sending for signature needs no upload: E-Signature Request, Create takes a file itself.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureRequest',
					relationHint: 'Sends a document to people who sign it',
				},
			],
		},
		properties: [
			resourceField('document', [{ name: 'Document', value: 'document' }]),
			...fieldsOf('document', operations.document, 'upload'),
		],
	};

	methods = { listSearch: { searchDocuments } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
