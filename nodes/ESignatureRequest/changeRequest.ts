import { NodeApiError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { callService, isSameId } from '../shared/client/callService';
import type { Call, Endpoint } from '../shared/client/call';
import { parseJson } from '../shared/network/json';
import { executeSteps } from '../shared/execution/steps';
import type { Step } from '../shared/execution/steps';
import { readRequest } from '../shared/requests/readRequest';
import type { RequestRef } from '../shared/requests/readRequest';
import { SignatureRequest } from '../shared/requests/signatureRequest.schema';

export interface RequestChange extends RequestRef {
	call: Endpoint & Pick<Call, 'body' | 'feature'>;
	/** Names the checkpoint if an item makes several calls. */
	step?: string;
	/** For the errors: "this reminder" and "The signers were reminded". */
	what: string;
	done: string;
}

/** Sends a change, never twice, and returns the changed request. Only some answers contain it. */
export async function changeRequest(
	context: IExecuteFunctions,
	{ call, step: name, what, done, ...ref }: RequestChange,
): Promise<SignatureRequest> {
	const { version, requestId, itemIndex } = ref;
	const changed: { request?: SignatureRequest } = {};
	const send: Step<{ answered?: SignatureRequest }> = {
		name,
		what,
		async do() {
			const { body } = await callService(context, { ...call, version, itemIndex });
			const answered = wholeRequest(String(body ?? ''), requestId);
			return answered ? { answered } : {};
		},
		onAnswer({ answered }) {
			changed.request = answered;
		},
	};
	const read: Step = {
		do: async () => (changed.request ??= await readAfterwards(context, { ...ref, done })),
	};
	await executeSteps({ context, itemIndex }, [send, read]);
	return changed.request as SignatureRequest;
}

/** The changed request. An error adds that the change itself succeeded. */
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
				message: `${done}, but the request couldn't be read afterwards`,
				description: `Read the request with Get, ID ${ref.requestId}. Don't do this again. The reason: ${(error as Error).message}.`,
				itemIndex: ref.itemIndex,
			},
		);
	}
}

function wholeRequest(body: string, requestId: string): SignatureRequest | undefined {
	const result = SignatureRequest.safeParse(parseJson(body));
	// A signer that was added may be answered as an object with its own ID.
	const isRequest = result.success && isSameId(result.data.id, requestId);
	return isRequest && result.data.status_overall !== undefined ? result.data : undefined;
}
