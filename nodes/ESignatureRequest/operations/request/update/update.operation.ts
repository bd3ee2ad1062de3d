import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation, Turn } from '../../../../shared/operation/operation';
import { outputShape } from '../../../../shared/operation/output';
import {
	ApiVersion,
	EmailList,
	HttpsUrl,
	IsoDate,
	JsonList,
	RequiredText,
	Text,
	Uuid,
} from '../../../../shared/operation/scalars.schema';
import { changeRequest } from '../../changeRequest';
import { requestField } from '../../../fields';
import { readRequest } from '../../../../shared/signatureRequest/readRequest';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { signerName } from '../../../../shared/signatureRequest/signatureRequest.schema';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { keptSignature, updateBody } from './update.body';
import { changeFields, signerFields } from './update.fields';

const option: Operation['option'] = {
	name: 'Update',
	value: 'update',
	action:
		'Update a request; a new list of signers removes those who are missing and invites new ones by e-mail',
	description: 'Change a draft or open request; signers stay unless their list is replaced',
};

const fields = [requestField, changeFields, ...signerFields, ...requestOutputFields];

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	changes: z.object({
		title: RequiredText.optional(),
		message: Text.optional(),
		custom: Text.optional(),
		quality: RequiredText.optional(),
		legislation: RequiredText.optional(),
		readAccess: EmailList.optional(),
		writeAccess: EmailList.optional(),
		ccEmailAddresses: EmailList.optional(),
		attachOnSuccess: z.array(z.string()).optional(),
		successUrl: HttpsUrl.optional(),
		errorUrl: HttpsUrl.optional(),
		updateUrl: HttpsUrl.optional(),
		expiresAt: IsoDate.optional(),
	}),
	signersChange: z.enum(['keep', 'replace']),
	...outputShape,
});
const Replacement = z.object({ signersJson: JsonList });

async function execute(turn: Turn) {
	const { context, itemIndex } = turn;
	const {
		apiVersion: version,
		requestId,
		changes,
		signersChange,
		...choice
	} = turn.read(Parameters);
	const replacement = signersChange === 'replace' ? turn.read(Replacement).signersJson : undefined;
	if (!replacement && Object.keys(changes).length === 0) throw nothingToChange(turn);

	const place = { version, requestId, itemIndex };
	const before = await readRequest(context, place);
	const kept = before.signatures.map((one) => keptSignature(version, one));
	const request = await changeRequest(context, {
		...place,
		call: {
			method: 'PUT',
			path: '/signature-requests',
			body: { json: updateBody(requestId, changes, replacement ?? kept) },
			...(changes.expiresAt && { purpose: 'setExpiry' }),
		},
		what: 'this change',
		done: 'The request was changed',
	});
	tellRemoved(turn, before, request);
	return { json: requestOutput(request, choice) };
}

function nothingToChange({ context, itemIndex }: Turn): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'There is nothing to change', {
		itemIndex,
		description: 'Add a field under Fields to Change, or replace the signers. Nothing was sent.',
	});
}

/** Nobody is dropped without a word. */
function tellRemoved(
	{ context, itemIndex }: Turn,
	before: SignatureRequest,
	after: SignatureRequest,
): void {
	const left = new Set(after.signatures.map(({ sid }) => sid));
	const removed = before.signatures.filter(({ sid }) => !left.has(sid)).map(signerName);
	if (removed.length === 0) return;
	context.addExecutionHints({
		message: `Item ${itemIndex}: the service has removed ${removed.join(', ')} from the signers`,
		location: 'outputPane',
		type: 'warning',
	});
}

export const update: Operation = { option, fields, execute };
