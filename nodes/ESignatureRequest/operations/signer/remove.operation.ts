import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';

import { deleteAt } from '../../../shared/http/deletion';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { noticeField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { ApiVersion, RequiredText, Uuid } from '../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../shared/signatureRequest/readRequest';
import { LOOK_WITH_GET } from '../endpoints';
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
	noticeField('A signer who was removed can only be added again.'),
	requestField,
	signerField,
];

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/signatures/{signer}',
	lostAnswer: `${LOOK_WITH_GET} whether the signer is still in the request.`,
};

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid, signer: RequiredText });

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const { apiVersion: version, requestId, signer } = item.read(Parameters);
	const request = await readRequest(context, { version, requestId, itemIndex });
	const { sid } = findSigner(item, request, signer);
	if (sid === undefined) throw noSid(item);
	await deleteAt(context, { ...callTo(endpoint, requestId, sid), version, itemIndex });
	return { json: { deleted: true } };
}

function noSid({ context, itemIndex }: ItemContext): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'The service shows no sid for this signer', {
		itemIndex,
		description:
			'Without it no single signer can be removed. Choose another API version in the node.',
	});
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [endpoint, getRequest],
	done: 'removed',
	execute,
};
