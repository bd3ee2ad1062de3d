import { NodeOperationError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';
import { z } from 'zod';

import { bodyWithContent } from '../../shared/document/document';
import { downloadPdf } from '../../shared/document/download';
import type { Call } from '../../shared/http/call';
import { callForJson } from '../../shared/http/transport';
import { sendOnce } from '../../shared/operation/once';
import type { Operation, Turn } from '../../shared/operation/operation';
import {
	ApiVersion,
	BinaryField,
	Count,
	Flag,
	RequiredText,
	Text,
} from '../../shared/operation/scalars.schema';
import { imageFromBinary } from './image';
import { pdfToSeal, Source } from './pdfToSeal';
import { sealBody } from './seal.body';
import type { SealFields } from './seal.body';
import { sealFields } from './seal.fields';
import { Position, SealAnswer } from './seal.schema';

const option: Operation['option'] = {
	name: 'Seal Document',
	value: 'seal',
	action: 'Seal a document',
	description: 'Affix the electronic seal of your company to a PDF',
};

const Parameters = z.object({
	apiVersion: ApiVersion,
	source: Source,
	title: Text.optional(),
	accountName: Text.optional(),
	visible: Flag,
	download: Flag,
	options: z.object({ fileName: Text.optional(), timeoutSeconds: Count.optional() }),
});
type Parameters = z.output<typeof Parameters>;

const WithImage = z.object({ imagePropertyName: z.union([z.literal(''), BinaryField]).optional() });
const Download = z.object({ outputPropertyName: RequiredText });

async function execute(turn: Turn) {
	const { context, itemIndex } = turn;
	const parameters = turn.read(Parameters);
	const outputField = parameters.download && turn.read(Download).outputPropertyName;
	const visible = parameters.visible ? await visibleSeal(turn) : undefined;
	const pdf = await pdfToSeal(turn, parameters);
	const title = parameters.title || pdf.fileName;
	const { apiVersion: version, accountName } = parameters;
	const body = bodyWithContent(sealBody({ version, title, accountName, visible }), pdf);
	const call: Call = {
		version,
		method: 'POST',
		path: '/seal',
		purpose: 'seal',
		body,
		timeoutSeconds: parameters.options.timeoutSeconds,
		itemIndex,
	};
	const sealed = await sendOnce(context, itemIndex, {
		what: 'this document to be sealed',
		send: async () => await callForJson(context, call, SealAnswer),
	});
	if (!outputField) return { json: sealed };
	const binary = await downloadSealed(turn, {
		parameters,
		documentId: sealed.document_id,
		fileName: parameters.options.fileName || title || 'sealed',
		sizeBytes: pdf.sizeBytes,
	});
	return { json: sealed, binary: { [outputField]: binary } };
}

async function visibleSeal(turn: Turn): Promise<SealFields['visible']> {
	const position = turn.read(Position);
	const { imagePropertyName } = turn.read(WithImage);
	const image = imagePropertyName ? await imageFromBinary(turn, imagePropertyName) : undefined;
	return { position, image };
}

async function downloadSealed(
	{ context, itemIndex }: Turn,
	sealed: { parameters: Parameters; documentId: string; fileName: string; sizeBytes: number },
): Promise<IBinaryData> {
	const { parameters, documentId, fileName, sizeBytes } = sealed;
	try {
		return await downloadPdf(context, {
			call: {
				version: parameters.apiVersion,
				path: `/documents/${encodeURIComponent(documentId)}/content`,
				timeoutSeconds: parameters.options.timeoutSeconds,
				itemIndex,
			},
			fileName,
			sizeBytes,
		});
	} catch (error) {
		const { message, description } = error as NodeOperationError;
		throw new NodeOperationError(
			context.getNode(),
			`The document was sealed as ${documentId}, but could not be downloaded`,
			{
				itemIndex,
				description: `Do not seal it again: get the PDF with this ID from the E-Signature Document node. Why: ${message}. ${description ?? ''}`,
			},
		);
	}
}

export const seal: Operation = {
	option,
	fields: sealFields,
	// The contract shows the endpoint for version 1 only (interface.md 4.4).
	versions: ['v1', 'v2', 'v3'],
	execute,
};
