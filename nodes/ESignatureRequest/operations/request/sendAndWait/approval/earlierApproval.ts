import { z } from 'zod/v3';

import { bodyWithContent } from '../../../../../shared/document/pdf';
import type { ApiVersion } from '../../../../../shared/http/call';
import { callTo } from '../../../../../shared/http/endpoint';
import { callForJson, callService } from '../../../../../shared/http/transport';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { getCallbacks } from '../../../../../shared/signatureRequest/callbackLog';
import { readRequest } from '../../../../../shared/signatureRequest/readRequest';
import { outcomeOf } from '../../../../../shared/signatureRequest/requestEvent';
import type { SignatureRequest } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import { addAttachmentEndpoint } from '../../../endpoints';
import { writeTextPdf } from '../../textDocument/textPdf';

/** The name of an attachment that says of a signed approval that it was used. */
const RECEIPT = 'Approval used.pdf';

/**
 * Whether a retry may use an approval that its first attempt asked for. A signature is good for one call of
 * the tool: it counts only if it certainly never reached the agent. Then a receipt is attached to it, by which the next
 * retry knows that it was used.
 */
export async function isUsable(
	item: ItemContext,
	version: ApiVersion,
	found: SignatureRequest,
): Promise<boolean> {
	if (outcomeOf(found) !== 'signed') return true;
	if (receiptsOf(found).length > 0) return false;
	const ref = { version, requestId: found.id, itemIndex: item.itemIndex };
	return await wasNeverDelivered(item, ref)
		.then(async (isUnused) => isUnused && (await attachReceipt(item, ref)))
		.catch(() => false);
}

type Ref = Parameters<typeof readRequest>[1];

const Entry = z.object({
	type: z.string(),
	state: z.string(),
	attempts: z.number(),
	messages: z.array(z.string()),
});

/** A refusal, or no connection at all: other failures may come after n8n has taken the call. */
const REFUSED = /\b4\d\d\b|refused/i;

async function wasNeverDelivered({ context, itemIndex }: ItemContext, ref: Ref): Promise<boolean> {
	const { version, requestId } = ref;
	const call = { ...callTo(getCallbacks, requestId), version, itemIndex };
	const entries = await callForJson(context, call, z.array(Entry));
	const calls = entries.filter(({ type }) => type.toUpperCase() === 'SUCCESS');
	const isRefused = ({ state, attempts, messages }: z.infer<typeof Entry>) =>
		state !== 'COMPLETED' &&
		messages.length === attempts &&
		messages.every((one) => REFUSED.test(one));
	return calls.length > 0 && calls.every(isRefused);
}

/** Two retries at the same time see two of them: then neither uses one. One that is not shown is of no use. */
async function attachReceipt({ context, itemIndex }: ItemContext, ref: Ref): Promise<boolean> {
	const { version, requestId } = ref;
	const { bytes } = writeTextPdf(
		{
			title: 'Approval used',
			text: `n8n could not be reached when this approval was signed. The retry in execution ${context.getExecutionId()} used it. It cannot be used again.`,
		},
		{ boxes: 0, yCountsFrom: 'top' },
	);
	const about = { filename: RECEIPT, content_type: 'application/pdf' };
	const body = bodyWithContent(about, { bytes, sizeBytes: bytes.length });
	await callService(context, {
		...callTo(addAttachmentEndpoint, requestId),
		version,
		body,
		itemIndex,
	});
	return receiptsOf(await readRequest(context, ref)).length === 1;
}

function receiptsOf({ attachments = [] }: SignatureRequest): unknown[] {
	return attachments.filter(({ filename }) => filename === RECEIPT);
}
