import { NodeApiError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isSameId } from '../../shared/answer/aboutId';
import type { Call } from '../../shared/http/call';
import type { Endpoint } from '../../shared/http/endpoint';
import { callService } from '../../shared/http/transport';
import { parseJson } from '../../shared/network/json';
import { sendOnce } from '../../shared/operation/once';
import { readRequest } from '../../shared/signatureRequest/readRequest';
import type { RequestRef } from '../../shared/signatureRequest/readRequest';
import { SignatureRequest } from '../../shared/signatureRequest/signatureRequest.schema';

export interface RequestChange extends RequestRef {
	call: Endpoint & Pick<Call, 'body' | 'feature'>;
	/** Where an item makes several calls that must not be made twice. */
	step?: string;
	/** For the errors: "this reminder" and "The signers were reminded". */
	what: string;
	done: string;
}

/**
 * Sends a change, never twice, and answers with the request as it is afterwards: some answers hold
 * the request, some another thing, some nothing.
 */
export async function changeRequest(
	context: IExecuteFunctions,
	{ call, step, what, done, ...ref }: RequestChange,
): Promise<SignatureRequest> {
	const { version, requestId, itemIndex } = ref;
	const sent = await sendOnce(context, itemIndex, {
		step,
		what,
		send: async () => {
			const { body } = await callService(context, { ...call, version, itemIndex });
			const answered = wholeRequest(String(body ?? ''), requestId);
			return answered ? { answered } : {};
		},
	});
	return sent.answered ?? (await readAfterwards(context, { ...ref, done }));
}

/** The request as a change has left it; an error says that the change itself was carried out. */
export async function readAfterwards(
	context: IExecuteFunctions,
	{ done, ...ref }: RequestRef & Pick<RequestChange, 'done'>,
): Promise<SignatureRequest> {
	try {
		return await readRequest(context, ref);
	} catch (error) {
		throw new NodeApiError(
			context.getNode(),
			{},
			{
				message: `${done}, but the request could not be read afterwards`,
				description: `${(error as Error).message}. Read it with Get, id ${ref.requestId}, instead of running this again.`,
				itemIndex: ref.itemIndex,
			},
		);
	}
}

function wholeRequest(body: string, requestId: string): SignatureRequest | undefined {
	const result = SignatureRequest.safeParse(parseJson(body));
	// A signer that was added may be answered as an object with an id of its own.
	const isRequest = result.success && isSameId(result.data.id, requestId);
	return isRequest && result.data.status_overall !== undefined ? result.data : undefined;
}
