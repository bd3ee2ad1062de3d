import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Call } from '../../../../../shared/http/call';
import { callTo } from '../../../../../shared/http/endpoint';
import { mayHaveActed } from '../../../../../shared/http/failure';
import { callService } from '../../../../../shared/http/transport';
import { sendOnce } from '../../../../../shared/operation/once';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { addObserverEndpoint } from '../../../endpoints';
import { observerBody } from '../../../observer/observer.body';
import { listObservers } from '../../../observer/observer.schema';

/**
 * One after the other, each once, and before the request starts: an observer missing then would never know. A
 * failure stops here, and says who is missing.
 */
export async function addObservers(
	item: ItemContext,
	draftId: string,
	emails: string[],
): Promise<void> {
	for (const [at, email] of emails.entries()) {
		await addOnce(item, draftId, email).catch((error: unknown) => {
			throw withMissing(error, { draftId, missing: emails.slice(at) });
		});
	}
}

async function addOnce({ context, itemIndex }: ItemContext, draftId: string, email: string) {
	const call: Call = {
		...callTo(addObserverEndpoint, draftId),
		version: 'v3',
		body: { json: observerBody({ email }) },
		itemIndex,
	};
	await sendOnce(context, itemIndex, {
		step: `observer ${email} of ${draftId}`,
		what: `the observer ${email} of the draft ${draftId}`,
		send: async () => {
			const failure = await callService(context, call).then(
				() => undefined,
				(error: unknown) => ({ error }),
			);
			const ref = { requestId: draftId, itemIndex };
			if (failure && !(await isThereAnyway(context, ref, { email, ...failure }))) {
				throw failure.error;
			}
			return { email };
		},
	});
}

/** Without an answer the list of observers shows whether it was carried out. */
async function isThereAnyway(
	context: ItemContext['context'],
	ref: Parameters<typeof listObservers>[1],
	{ email, error }: { email: string; error: unknown },
): Promise<boolean> {
	if (!mayHaveActed(error)) return false;
	const observers = await listObservers(context, ref).catch(() => []);
	return observers.some(
		({ user_info: user }) => user?.email?.toLowerCase() === email.toLowerCase(),
	);
}

function withMissing(error: unknown, { draftId, missing }: { draftId: string; missing: string[] }) {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const words = `The draft ${draftId} was not started, since those under CC are observers in this region and do not all read along yet. Add ${missing.join(', ')} with Observer: Add, then start it with Initiate.`;
	error.description = [error.description, words].filter(Boolean).join('\n');
	return error;
}
