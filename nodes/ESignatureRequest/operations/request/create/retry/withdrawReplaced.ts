import type { IExecuteFunctions } from 'n8n-workflow';

import { callTo } from '../../../../../shared/http/endpoint';
import { idsOfSent } from '../../../../../shared/operation/once';
import { listRequests } from '../../../../../shared/signatureRequest/listRequests';
import { readRequest } from '../../../../../shared/signatureRequest/readRequest';
import type { RequestRef } from '../../../../../shared/signatureRequest/readRequest';
import { signedSignatures } from '../../../../../shared/signatureRequest/requestEvent';
import type { SignatureRequest } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import { changeRequest } from '../../../changeRequest';
import { withdrawEndpoint } from '../../../endpoints';
import { hintOnce } from '../hintOnce';
import { digestOf } from './content';
import { soughtIn } from './earlierRequest';
import type { Sought } from './earlierRequest';
import { markOf, readMark } from './mark';
import type { Mark } from './mark';

/**
 * Withdraws what the first attempt sent and no item of this one uses, because its content has changed, unless someone
 * has signed it. So that no one signs both. Only when all items are done: until then any of them may use it.
 */
export async function withdrawReplaced(context: IExecuteFunctions): Promise<void> {
	const { sought } = soughtIn(context);
	const [first] = sought;
	if (!first?.mark || sought.length < context.getInputData().length) return;
	const { version } = first.request;
	const replaced = await openRequests(context, { ...first, mark: first.mark }).catch(() => []);
	for (const { id } of replaced) {
		hintOnce(context, await withdraw(context, { version, requestId: id, itemIndex: 0 }));
	}
}

async function openRequests(
	context: IExecuteFunctions,
	{ request: { version }, mark, stillWanted = [] }: Sought & { mark: Mark },
): Promise<SignatureRequest[]> {
	const marks = await Promise.all(
		stillWanted.map(async (one) => markOf(context, await digestOf(one))),
	);
	const isWanted = ({ content }: Mark) => marks.some((one) => one?.content === content);
	const taken = idsOfSent(context);
	return await listRequests(context, {
		version,
		filters: { status_overall: 'OPEN' },
		isWanted: (one) => {
			const its = readMark(one);
			const isOfRun = its?.place === mark.place && its.run === mark.run;
			return isOfRun && !isWanted(its) && !taken.has(one.request.id);
		},
		itemIndex: 0,
	});
}

/** Answers in words for the user; what fails here stops nothing. */
async function withdraw(context: IExecuteFunctions, ref: RequestRef): Promise<string> {
	const { requestId } = ref;
	const which = `The first attempt of this execution sent the request ${requestId} with different content.`;
	try {
		if (hasBegun(await readRequest(context, ref))) {
			return `${which} Someone has signed it already, so it was not withdrawn.`;
		}
		await changeRequest(context, {
			...ref,
			call: callTo(withdrawEndpoint, requestId),
			step: `withdraw ${requestId}`,
			what: 'the withdrawal of the earlier request',
			done: 'The earlier request was withdrawn',
		});
		return `${which} It was withdrawn.`;
	} catch (error) {
		return `${which} It could not be withdrawn: ${(error as Error).message}. Do that with Withdraw.`;
	}
}

function hasBegun(request: SignatureRequest): boolean {
	return request.status_overall?.toUpperCase() !== 'OPEN' || signedSignatures(request).length > 0;
}
