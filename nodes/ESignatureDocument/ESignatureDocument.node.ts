import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { apiVersionField } from '../shared/operation/fields';
import { fieldsOf, runOperations } from '../shared/operation/operation';
import { deleteDocument } from './operations/delete.operation';
import { download } from './operations/download.operation';
import { get } from './operations/get.operation';
import { getMany } from './operations/getMany.operation';
import { upload } from './operations/upload.operation';
import { searchDocuments } from '../shared/document/searchDocuments';

const operations = {
	document: { upload, download, get, getMany, delete: deleteDocument },
};

export class ESignatureDocument implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'E-Signature Document',
		name: 'eSignatureDocument',
		icon: {
			light: 'file:../../icons/esignature.svg',
			dark: 'file:../../icons/esignature.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Upload, download and manage the PDF documents that people sign',
		defaults: { name: 'E-Signature Document' },
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
				options: [{ name: 'Document', value: 'document' }],
				default: 'document',
			},
			apiVersionField,
			...fieldsOf('document', operations.document),
		],
	};

	methods = { listSearch: { searchDocuments } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperations(this, operations);
	}
}
