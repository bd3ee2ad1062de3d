import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { ByteStream } from './body';
import { request } from './transport';
import type { Call } from './transport';

const PDF = 'application/pdf';

/** A PDF as n8n binary, streamed from the service into n8n's own storage. */
export async function downloadPdf(
	context: IExecuteFunctions,
	{
		call,
		fileName,
		sizeBytes,
	}: {
		call: Pick<Call, 'version' | 'path' | 'timeoutSeconds' | 'itemIndex'>;
		fileName: string;
		sizeBytes?: number;
	},
): Promise<IBinaryData> {
	const { body } = await request(context, {
		...call,
		method: 'GET',
		accept: PDF,
		answerAs: 'stream',
		expectedBytes: sizeBytes,
	});
	try {
		return await context.helpers.prepareBinaryData(body as ByteStream, safeFileName(fileName), PDF);
	} catch (error) {
		throw new NodeApiError(
			context.getNode(),
			{ reason: (error as Error).name },
			{
				message: 'The download broke off before the whole document had arrived',
				description: 'Run again. If it stays, check the network between this n8n and the service.',
				itemIndex: call.itemIndex,
			},
		);
	}
}

const LONGEST_NAME = 120;

/** A title may hold anything; a file name may not leave its folder or start a dialogue with a shell. */
export function safeFileName(title: string): string {
	const cleaned = title
		.normalize('NFC')
		.replace(/\.pdf$/i, '')
		.replace(/[\p{Cc}<>:"/\\|?*]+/gu, '_')
		.replace(/^[.\s]+|[.\s]+$/g, '');
	return `${[...cleaned].slice(0, LONGEST_NAME).join('') || 'document'}.pdf`;
}
