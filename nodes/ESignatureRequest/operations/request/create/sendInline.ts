import { bodyWithContent } from '../../../../shared/document/document';
import type { Source } from '../../../../shared/document/source';
import type { Body } from '../../../../shared/http/body';
import type { ApiVersion, Call } from '../../../../shared/http/call';
import { callForJson } from '../../../../shared/http/transport';
import { sendOnce } from '../../../../shared/operation/once';
import type { Turn } from '../../../../shared/operation/operation';
import { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import type { BodyFor } from './signatureRequest.body';

interface Plan {
	version: ApiVersion;
	source: Source;
	bodyFor: BodyFor;
	timeoutSeconds?: number;
}

/** v1 and v2: one call that carries the document along; the request is open at once (interface.md part 9). */
export async function sendInline(
	{ context, itemIndex }: Turn,
	{ version, source, bodyFor, timeoutSeconds }: Plan,
): Promise<SignatureRequest> {
	const call: Call = {
		version,
		method: 'POST',
		path: '/signature-requests',
		body: bodyWith(source, bodyFor),
		timeoutSeconds,
		itemIndex,
	};
	return await sendOnce(context, itemIndex, {
		what: 'this signature request',
		send: async () => await callForJson(context, call, SignatureRequest),
	});
}

function bodyWith(source: Source, bodyFor: BodyFor): Body {
	if ('pdf' in source) return bodyWithContent(bodyFor({ inline: true }), source.pdf);
	const reference = 'fileUrl' in source ? source : { documentIds: [source.documentId] };
	return { json: bodyFor(reference) };
}
