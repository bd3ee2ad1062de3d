import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import { answerList, answerObject, maybeText } from '../client/answerSchema';
import { callTo } from '../client/call';
import type { Call, CallContext, Endpoint } from '../client/call';
import { callForJson, isAbout } from '../client/callService';
import { omitUndefined } from '../network/json';
import { stateOf, signerName } from './signatureRequest.schema';
import type { SignatureRequest } from './signatureRequest.schema';
import { unlessLate } from './unlessLate';

/** As a PDF, as a page, or as JSON, by its query. */
export const getReport: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}/report',
};

const Action = answerObject({ name: maybeText, time: maybeText, message: maybeText });
const Person = answerObject({ userActions: answerList(Action).catch([]) });
const UserList = z.object({ userList: answerList(Person).catch([]) });

const AuditReport = z
	.union([z.record(z.unknown()), z.array(z.unknown()).transform((events) => ({ events }))])
	.transform((report) => report as IDataObject);

export async function readReport(
	context: CallContext,
	requestId: string,
	attempt: Omit<Call, 'method' | 'path'>,
): Promise<IDataObject> {
	const call: Call = { ...callTo(getReport, requestId), ...attempt, query: { type: 'JSON' } };
	const ofRequest = AuditReport.refine(({ header }) =>
		isAbout(header, requestId, 'signatureRequestID'),
	);
	return await callForJson(context, call, ofRequest);
}

/** Skribble waits for our answer to a callback. */
const TIMEOUT_SECONDS = 5;

/** The request itself doesn't show when and why someone declined. */
export const declineFields = ['declinedBy', 'declinedAt', 'declineReason'] as const;

export function isDeclined({ status_overall: status }: SignatureRequest): boolean {
	return status?.toUpperCase() === 'DECLINED';
}

/** With `declineFields` if someone declined. The reason is missing if the audit report can't be read. */
export async function withDecline(
	context: CallContext,
	request: SignatureRequest,
	{ isCallback, ...ref }: Pick<Call, 'version' | 'itemIndex'> & { isCallback?: boolean },
): Promise<SignatureRequest> {
	if (!isDeclined(request)) return request;
	const hurry = isCallback ? { failFast: true, timeoutSeconds: TIMEOUT_SECONDS } : {};
	const latestMs = Date.now() + TIMEOUT_SECONDS * 1000;
	const reading = readReport(context, request.id, { ...ref, ...hurry });
	const inTime = isCallback ? unlessLate(reading, { latestMs: () => latestMs }) : reading;
	const action = await inTime.then(declineIn, () => undefined);
	const signer = request.signatures.find((one) => stateOf(one) === 'DECLINED');
	const decline = {
		declinedBy: signer && signerName(signer),
		declinedAt: action?.time ?? request.updated_at,
		declineReason: action?.message || undefined,
	};
	return { ...request, ...omitUndefined(decline) };
}

function declineIn(report: IDataObject) {
	const { userList } = UserList.parse(report);
	const actions = userList.flatMap(({ userActions }) => userActions);
	return actions.findLast(({ name = '' }) => /declin/i.test(name));
}
