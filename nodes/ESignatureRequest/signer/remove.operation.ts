import { deleteAt } from '../../shared/client/callService';
import { fields } from '../../shared/form/field';
import { noticeField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import { removeSignerEndpoint } from '../endpoints';
import { requestField } from '../requestForm';
import { deletedFrom } from '../whatIsLeft';
import { findSigner, requireSid, signerField } from '../signerEntry/findSigner';

const form = fields(
	noticeField('To invite a removed signer again, use Signer: Add.'),
	requestField,
	signerField,
);

export const operation: Operation = {
	option: {
		name: 'Remove',
		value: 'remove',
		action: 'Remove signer',
		description: "Remove someone who hasn't signed yet",
	},
	forAgents: "Remove a signer who hasn't signed yet from a request. This can't be undone",
	fields: form,
	endpoints: [removeSignerEndpoint, getRequest],
	done: 'removed',
	async execute(item) {
		const { context, itemIndex, version } = item;
		const { requestId, signer } = item.read(form);
		const request = await readRequest(context, { version, requestId, itemIndex });
		const sid = requireSid(item, findSigner(item, request, signer));
		await deleteAt(context, item.callTo(removeSignerEndpoint, requestId, sid));
		return { json: await deletedFrom(item, { requestId, done: 'The signer was removed' }) };
	},
};
