import type { Call } from '../../../../../shared/http/call';
import { callTo } from '../../../../../shared/http/endpoint';
import { mayHaveActed } from '../../../../../shared/http/failure';
import { callForJson, callService } from '../../../../../shared/http/transport';
import { sendOnce } from '../../../../../shared/operation/once';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { readRequest } from '../../../../../shared/signatureRequest/readRequest';
import { SignatureRequest } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import { createRequestEndpoint, initiateEndpoint } from '../../../endpoints';
import type { BodyFor } from '../signatureRequest.body';
import { addObservers } from './addObservers';
import { bringDocuments } from './bringDocuments';
import type { NewDocuments } from './bringDocuments';
import { withLeftovers } from './leftovers';
import type { Made } from './leftovers';

interface DraftPlan extends NewDocuments {
	bodyFor: BodyFor;
	/** What the first attempt of this execution has left. */
	earlier?: SignatureRequest;
	/** Email addresses of those who read along. */
	observers: string[];
	/** What the service did not take along when it created the draft. */
	complete: (draft: SignatureRequest) => Promise<SignatureRequest>;
	initiate: boolean;
	deleteLeftovers: boolean;
	feature: Call['feature'];
}

/** v3 as one step for the user: upload what is not there yet, create the draft, initiate (interface.md part 9). */
export async function sendDraft(item: ItemContext, plan: DraftPlan): Promise<SignatureRequest> {
	const holdsOthers = plan.sources.some((source) => 'documentId' in source);
	const made: Made = { documents: [], holdsOthers };
	return await inSteps(item, plan, made).catch(async (error: unknown) => {
		throw await withLeftovers(item, error, { made, deleteLeftovers: plan.deleteLeftovers });
	});
}

async function inSteps(item: ItemContext, plan: DraftPlan, made: Made): Promise<SignatureRequest> {
	const { context, itemIndex } = item;
	const draft = plan.earlier ?? (await createDraft(item, plan, made));
	if (!isDraft(draft)) return await plan.complete(draft);
	await addObservers(item, draft.id, plan.observers);
	const whole = await plan.complete(draft);
	if (!plan.initiate) return whole;
	return await sendOnce(context, itemIndex, {
		step: 'initiate',
		what: `the start of the request ${draft.id}`,
		send: async () => await initiate(item, whole),
	});
}

/** Found as the first attempt has left it: it may be past this already. */
function isDraft({ status_overall: status = 'DRAFT' }: SignatureRequest): boolean {
	return status.toUpperCase() === 'DRAFT';
}

async function createDraft(
	item: ItemContext,
	plan: DraftPlan,
	made: Made,
): Promise<SignatureRequest> {
	const { context, itemIndex } = item;
	const body = { json: plan.bodyFor(await bringDocuments(item, plan, made)) };
	const draft = await sendOnce(context, itemIndex, {
		step: 'create',
		what: 'this signature request',
		send: async () => {
			const call: Call = {
				...callTo(createRequestEndpoint),
				version: 'v3',
				body,
				feature: plan.feature,
				timeoutSeconds: plan.timeoutSeconds,
				itemIndex,
			};
			return await callForJson(context, call, SignatureRequest);
		},
	});
	made.draft = { id: draft.id, step: 'create' };
	return draft;
}

/** Without an answer the request itself shows whether it has begun; then no second call is needed. */
async function initiate(item: ItemContext, draft: SignatureRequest): Promise<SignatureRequest> {
	const { context, itemIndex } = item;
	const call: Call = {
		...callTo(initiateEndpoint, draft.id),
		version: 'v3',
		itemIndex,
	};
	const failure = await callService(context, call).then(
		() => undefined,
		(error: unknown) => ({ error }),
	);
	if (failure && !mayHaveActed(failure.error)) throw failure.error;
	const ref = { version: 'v3', requestId: draft.id, itemIndex } as const;
	const now = await readRequest(context, ref).catch(() => undefined);
	if (failure && (now === undefined || now.status_overall === 'DRAFT')) throw failure.error;
	// Not readable just now, but begun: interface.md 3.1 says what it is then.
	return now ?? { ...draft, status_overall: 'OPEN' };
}
