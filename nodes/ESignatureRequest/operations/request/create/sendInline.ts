import type { Body } from '../../../../shared/http/body';
import { bodyWithContent } from '../../../../shared/document/document';
import { sendOnce } from '../../../../shared/operation/once';
import type { Turn } from '../../../../shared/operation/operation';
import { callForJson } from '../../../../shared/http/transport';
import type { Call } from '../../../../shared/http/call';
import { toBody } from './signatureRequest.body';
import type { NewRequest } from './signatureRequest.body';
import {
	SignatureRequest,
	withoutCallbacks,
} from '../../../../shared/signatureRequest/signatureRequest.schema';
import type { Source } from './sources';

/** v1 and v2: one call that carries the document along; the request is open at once (interface.md part 9). */
export async function sendInline(
	{ context, itemIndex }: Turn,
	{
		newRequest,
		source,
		timeoutSeconds,
	}: { newRequest: NewRequest; source: Source; timeoutSeconds?: number },
): Promise<SignatureRequest> {
	const body = await bodyOf(newRequest, source);
	const call: Call = {
		version: newRequest.version,
		method: 'POST',
		path: '/signature-requests',
		body,
		timeoutSeconds,
		itemIndex,
	};
	return await sendOnce(context, itemIndex, {
		what: 'this signature request',
		send: async () => {
			return withoutCallbacks(await callForJson(context, call, SignatureRequest));
		},
	});
}

async function bodyOf(newRequest: NewRequest, source: Source): Promise<Body> {
	if ('pdf' in source) {
		return await bodyWithContent(toBody(newRequest, { inline: true }), source.pdf);
	}
	const reference = 'fileUrl' in source ? source : { documentIds: [source.documentId] };
	return { json: toBody(newRequest, reference) };
}
