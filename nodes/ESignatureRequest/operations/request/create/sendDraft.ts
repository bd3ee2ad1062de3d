import { z } from 'zod';

import { fileNameOf } from '../../../../shared/document/source';
import type { Source } from '../../../../shared/document/source';
import { uploadBody } from '../../../../shared/document/uploadBody';
import type { NewSource } from '../../../../shared/document/uploadBody';
import type { Call } from '../../../../shared/http/call';
import { mayHaveActed } from '../../../../shared/http/failure';
import { callForJson, callService } from '../../../../shared/http/transport';
import { sendOnce } from '../../../../shared/operation/once';
import type { Turn } from '../../../../shared/operation/operation';
import { answerObject } from '../../../../shared/operation/scalars.schema';
import { pathOf, readRequest } from '../../../../shared/signatureRequest/readRequest';
import { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { withLeftovers } from './leftovers';
import type { Made } from './leftovers';
import type { BodyFor } from './signatureRequest.body';

interface Plan {
	title: string;
	bodyFor: BodyFor;
	sources: Source[];
	initiate: boolean;
	deleteLeftovers: boolean;
	purpose: Call['purpose'];
	timeoutSeconds?: number;
}

const Uploaded = answerObject({ id: z.string() });

/** v3 as one step for the user: upload what is not there yet, create the draft, initiate (interface.md part 9). */
export async function sendDraft(turn: Turn, plan: Plan): Promise<SignatureRequest> {
	const holdsOthers = plan.sources.some((source) => 'documentId' in source);
	const made: Made = { documents: [], holdsOthers };
	return await inSteps(turn, plan, made).catch(async (error: unknown) => {
		throw await withLeftovers(turn, error, { made, deleteLeftovers: plan.deleteLeftovers });
	});
}

async function inSteps(turn: Turn, plan: Plan, made: Made): Promise<SignatureRequest> {
	const { context, itemIndex } = turn;
	const documentIds: string[] = [];
	for (const [index, source] of plan.sources.entries()) {
		documentIds.push(
			'documentId' in source ? source.documentId : await upload(turn, plan, { index, made }),
		);
	}
	const draft = await sendOnce(context, itemIndex, {
		step: 'create',
		what: 'this signature request',
		send: async () => {
			const call: Call = {
				version: 'v3',
				method: 'POST',
				path: '/signature-requests',
				body: { json: plan.bodyFor({ documentIds }) },
				purpose: plan.purpose,
				timeoutSeconds: plan.timeoutSeconds,
				itemIndex,
			};
			return await callForJson(context, call, SignatureRequest);
		},
	});
	made.draft = { id: draft.id, step: 'create' };
	if (!plan.initiate) return draft;
	return await sendOnce(context, itemIndex, {
		step: 'initiate',
		what: `the start of the request ${draft.id}`,
		send: async () => await initiate(turn, draft),
	});
}

async function upload(
	{ context, itemIndex }: Turn,
	{ title: titleOfRequest, sources, timeoutSeconds }: Plan,
	{ index, made }: { index: number; made: Made },
): Promise<string> {
	const source = sources[index] as NewSource;
	const count = sources.length > 1 ? ` (${index + 1})` : '';
	const title = fileNameOf(source) ?? `${titleOfRequest}${count}`;
	const step = `upload ${index + 1}`;
	const { id } = await sendOnce(context, itemIndex, {
		step,
		what: `document ${index + 1}`,
		send: async () => {
			const body = await uploadBody({ title }, source);
			const call: Call = {
				version: 'v3',
				method: 'POST',
				path: '/documents',
				body,
				timeoutSeconds,
				itemIndex,
			};
			const document = await callForJson(context, call, Uploaded);
			return { id: document.id };
		},
	});
	made.documents.push({ id, step });
	return id;
}

/** Without an answer the request itself tells whether it has begun; then nobody has to ask again. */
async function initiate(turn: Turn, draft: SignatureRequest): Promise<SignatureRequest> {
	const { context, itemIndex } = turn;
	const call: Call = {
		version: 'v3',
		method: 'POST',
		path: pathOf(draft.id, 'initiate'),
		purpose: 'initiate',
		itemIndex,
	};
	const failure = await callService(context, call).then(
		() => undefined,
		(error: unknown) => ({ error }),
	);
	if (failure && !mayHaveActed(failure.error)) throw failure.error;
	const place = { version: 'v3', requestId: draft.id, itemIndex } as const;
	const now = await readRequest(context, place).catch(() => undefined);
	if (failure && (now === undefined || now.status_overall === 'DRAFT')) throw failure.error;
	// Not readable just now, but begun: interface.md 3.1 says what it is then.
	return now ?? { ...draft, status_overall: 'OPEN' };
}
