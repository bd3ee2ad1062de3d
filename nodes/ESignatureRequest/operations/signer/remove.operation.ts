import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import { deleteAt } from '../../../shared/http/deletion';
import { noticeField } from '../../../shared/operation/fields';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { ApiVersion, RequiredText, Uuid } from '../../../shared/operation/scalars.schema';
import { pathOf, readRequest } from '../../../shared/signatureRequest/readRequest';
import { requestField } from '../requestField';
import { findSigner, signerField } from '../signerEntry/findSigner';

const option: Operation['option'] = {
	name: 'Remove',
	value: 'remove',
	action: 'Remove signer',
	description: 'Let someone no longer sign; only possible before they have signed',
};

const forAgents = 'Remove a signer who has not signed yet from a request; this cannot be undone';

const fields = [
	noticeField('A signer who was removed can only be added anew.'),
	requestField,
	signerField,
];

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid, signer: RequiredText });

async function execute(turn: Turn) {
	const { context, itemIndex } = turn;
	const { apiVersion: version, requestId, signer } = turn.read(Parameters);
	const request = await readRequest(context, { version, requestId, itemIndex });
	const { sid } = findSigner(turn, request, signer);
	if (sid === undefined) throw noSid(turn);
	const path = pathOf(requestId, 'signatures', sid);
	await deleteAt(context, { version, path, itemIndex });
	return { json: { deleted: true } };
}

function noSid({ context, itemIndex }: Turn): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'The service shows no sid for this signer', {
		itemIndex,
		description:
			'Without it no single signer can be removed. Choose another API version in the node.',
	});
}

export const removeSigner: Operation = { option, forAgents, fields, done: 'removed', execute };
