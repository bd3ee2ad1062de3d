import { z } from 'zod';

import type { Call, CallContext } from '../../../shared/http/call';
import { deleteAt, deletion } from '../../../shared/http/deletion';
import { callService, isRefused, readJson } from '../../../shared/http/transport';
import { noticeField } from '../../../shared/operation/fields';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { ApiVersion, Uuid } from '../../../shared/operation/scalars.schema';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
import { SignatureRequest } from '../../../shared/signatureRequest/signatureRequest.schema';
import { requestField } from '../requestField';

const option: Operation['option'] = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete signature request',
	description: 'Remove a request and its documents; an open one is withdrawn first',
};

const forAgents =
	'Delete a request and its documents for good; an open one is withdrawn first, with e-mails to its signers. This cannot be undone';

const fields = [
	noticeField(
		'A deleted request and its documents are gone for good. An open one is withdrawn first, and its signers get an e-mail.',
	),
	requestField,
];

type Place = Pick<Call, 'version' | 'path' | 'purpose' | 'itemIndex'>;

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid });

async function execute({ context, itemIndex, read }: Turn) {
	const { apiVersion: version, requestId } = read(Parameters);
	const place: Place = { version, path: pathOf(requestId), purpose: 'deleteRequest', itemIndex };
	const outcome = await deleteAt(context, place);
	// The owner's delete of an open request may only withdraw it; the second one removes it.
	if (outcome === 'deleted' && (await isOnlyWithdrawn(context, place))) {
		await callService(context, deletion(place));
	}
	return { json: { deleted: true } };
}

/** Only a look at what was done by then: where it fails, the delete has succeeded all the same. */
async function isOnlyWithdrawn(context: CallContext, place: Place): Promise<boolean> {
	const seen = await look(context, place).catch(() => undefined);
	return seen?.status_overall?.toUpperCase() === 'WITHDRAWN';
}

async function look(context: CallContext, place: Place): Promise<SignatureRequest | undefined> {
	const call: Call = { ...place, method: 'GET', alsoAccept: [403, 404, 406, 410] };
	const answer = await callService(context, call);
	return isRefused(answer) ? undefined : readJson(context, call, answer, SignatureRequest);
}

export const deleteRequest: Operation = { option, forAgents, fields, done: 'deleted', execute };
