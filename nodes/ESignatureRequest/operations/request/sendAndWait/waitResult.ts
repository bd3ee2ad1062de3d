import { NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';

import type { ApiVersion, FileContext } from '../../../../shared/http/call';
import { shortened } from '../../../../shared/http/foreignText';
import { updatesOf } from '../../../../shared/signatureRequest/requestEvent';
import { withFiles } from '../../../../shared/signatureRequest/requestFiles';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { requestOutput } from '../../requestOutput';
import type { ResultForm } from './wait.schema';

/** What comes out of Send and Wait when the request is over. */
export async function resultItem(
	context: FileContext,
	request: SignatureRequest,
	{
		outcome,
		version,
		simplify,
		downloadDocuments,
		outputPropertyName: field,
		isCallback,
	}: ResultForm & { outcome: string; version: ApiVersion; isCallback?: boolean },
): Promise<INodeExecutionData> {
	const json = {
		requestId: request.id,
		outcome,
		updates: updatesOf(request),
		...requestOutput(request, { simplify }),
	};
	return await withFiles(context, json, { request, version, downloadDocuments, field, isCallback });
}

/** For those who want the execution to fail then. */
export function whyNotSigned(
	context: FileContext,
	request: SignatureRequest,
	outcome: string,
): NodeOperationError | undefined {
	if (outcome === 'signed') return undefined;
	const ended = outcome === 'error' ? 'a technical error ended it' : `it was ${shortened(outcome)}`;
	return new NodeOperationError(
		context.getNode(),
		`The request "${shortened(request.title ?? request.id)}" was not signed by all: ${ended}`,
		{
			description: `Read it with Get, id ${request.id}, to see who did what; then create a new one.`,
		},
	);
}
