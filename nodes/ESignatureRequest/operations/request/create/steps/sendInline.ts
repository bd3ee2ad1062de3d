import { bodyWithContent } from '../../../../../shared/document/pdf';
import type { Source } from '../../../../../shared/document/source';
import type { Body } from '../../../../../shared/http/body';
import type { Call } from '../../../../../shared/http/call';
import { callTo } from '../../../../../shared/http/endpoint';
import { callForJson } from '../../../../../shared/http/transport';
import { sendOnce } from '../../../../../shared/operation/once';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { SignatureRequest } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import { createRequestEndpoint } from '../../../endpoints';
import type { BodyFor } from '../signatureRequest.body';
import { bringDocuments } from './bringDocuments';
import type { NewDocuments } from './bringDocuments';
import { withLeftovers } from './leftovers';
import type { Made } from './leftovers';

interface InlinePlan extends NewDocuments {
	source: Source;
	bodyFor: BodyFor;
}

/** v1 and v2: one call that carries the document along; the request is open at once (interface.md part 9). */
export async function sendInline(item: ItemContext, plan: InlinePlan): Promise<SignatureRequest> {
	if (plan.wantsPages) return await sendUploaded(item, plan);
	return await send(item, plan, await bodyWith(plan));
}

/** Only a document that is in the service already shows how large its pages are. */
async function sendUploaded(item: ItemContext, plan: InlinePlan): Promise<SignatureRequest> {
	const made: Made = { documents: [], holdsOthers: false };
	try {
		const documents = await bringDocuments(item, plan, made);
		return await send(item, plan, { json: plan.bodyFor(documents) });
	} catch (error) {
		throw await withLeftovers(item, error, { made, deleteLeftovers: false });
	}
}

async function send(
	{ context, itemIndex }: ItemContext,
	{ version, timeoutSeconds }: InlinePlan,
	body: Body,
): Promise<SignatureRequest> {
	const call: Call = {
		...callTo(createRequestEndpoint),
		version,
		body,
		timeoutSeconds,
		itemIndex,
	};
	return await sendOnce(context, itemIndex, {
		what: 'this signature request',
		send: async () => await callForJson(context, call, SignatureRequest),
	});
}

async function bodyWith({ source, bodyFor }: InlinePlan): Promise<Body> {
	if ('pdf' in source) return bodyWithContent(bodyFor({ inline: true }), source.pdf);
	const reference = 'fileUrl' in source ? source : { documentIds: [source.documentId] };
	return { json: bodyFor(reference) };
}
