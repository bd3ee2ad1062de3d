/** What a file has to be before it is sent. */
import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { shortened } from '../http/foreignText';
import { isPdf, isXml } from './pdf';

/** interface.md part 8: 112.5 MB unencoded. */
export const LARGEST_DOCUMENT_BYTES = 117_964_800;

/** The largest size, and how to say it. */
export interface SizeLimit {
	bytes: number;
	inWords: string;
}

export const documentLimit: SizeLimit = {
	bytes: LARGEST_DOCUMENT_BYTES,
	inWords: `${LARGEST_DOCUMENT_BYTES} (112.5 MB)`,
};

/** What a file has to be. */
export type FileKind = 'pdf' | 'signed' | 'signature' | 'any';

const inWords: Record<FileKind, string> = {
	pdf: 'The document',
	signed: 'The document',
	signature: 'The signature',
	any: 'The file',
};

export interface ItemRef {
	context: IExecuteFunctions;
	itemIndex: number;
}

export function checkFile(
	item: ItemRef,
	{
		sizeBytes,
		head,
		fileName,
		kind,
		limit,
	}: {
		sizeBytes: number;
		head: Buffer;
		fileName?: string;
		kind: FileKind;
		limit: SizeLimit;
	},
): void {
	const name = fileName === undefined ? inWords[kind] : `${inWords[kind]} "${shortened(fileName)}"`;
	if (sizeBytes === 0) {
		throw fileFault(item, {
			message: `${name} is empty`,
			description: 'Check the node that produces the file. Nothing was sent.',
		});
	}
	if (sizeBytes > limit.bytes) {
		throw fileFault(item, {
			message: `${name} is too large: ${sizeBytes} bytes, and the service takes at most ${limit.inWords}`,
			description: 'Reduce the images in it, or split it. Nothing was sent.',
		});
	}
	if (kind === 'signature' && isPdf(head)) {
		throw fileFault(item, {
			message: `${name} is a PDF, not a signature in a file of its own`,
			description: 'Choose the operation Validate Document for it. Nothing was sent.',
		});
	}
	if (kind === 'signed' && !isPdf(head) && !isXml(head)) {
		throw fileFault(item, {
			message: `${name} is neither a PDF nor an XML file`,
			description:
				'Only these two can be validated as documents. For a signature in a file of its own choose the operation Validate Signature. Nothing was sent.',
		});
	}
	if (kind === 'pdf' && !isPdf(head)) {
		throw fileFault(item, {
			message: `${name} is not a PDF`,
			description:
				'Convert the file with Document: Prepare. Create and Send and Wait do so by themselves with Document From: Any File (Prepare First). Nothing was sent.',
		});
	}
}

export function fileFault(
	{ context, itemIndex }: ItemRef,
	{ message, description }: { message: string; description: string },
): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}
