import { readRules } from '../../shared/account/account';
import { getDocument } from '../../shared/documents/documentCalls';
import { callTo } from '../../shared/client/call';
import { fields } from '../../shared/form/field';
import { optionsField } from '../../shared/form/fields';
import { HIGHEST_COUNT } from '../../shared/form/readers';
import type { Operation } from '../../shared/execution/operation';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import { changeRequest } from '../changeRequest';
import { addSignerEndpoint } from '../endpoints';
import { requestField, requestOutput, requestOutputFields } from '../requestForm';
import { shownDocuments } from '../shownDocuments';
import { pagesFor, needsDocuments, withImage } from '../signerEntry/placements';
import { readSigner, requireFitting } from '../signerEntry/readSigners';
import { signatureOf } from '../signerEntry/signer.body';
import { signerFields } from '../signerEntry/signer.fields';

const orderOption = optionsField([
	{
		displayName: 'Signing Order',
		name: 'order',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: HIGHEST_COUNT, numberPrecision: 0 },
		default: 1,
		forModel: 'Number in the signing order, only if the other signers have one',
		description:
			"Number in the order, if every signer has one, from 1 without gaps. V1, and V2 in the regions, invite the signer when it's their turn.",
	},
]);

/** The signer is read apart: which of its fields count depends on the others. */
const requestFields = fields(requestField, orderOption, ...requestOutputFields);

const addFields = fields(requestField, ...signerFields, orderOption, ...requestOutputFields);

export const operation: Operation = {
	option: {
		name: 'Add',
		value: 'add',
		action: 'Add signer',
		description:
			"Add a person or group. Skribble invites them immediately, or when it's their turn.",
	},
	forAgents:
		"Add a signer to a request. If it is open, Skribble emails the invitation immediately, or when it's the signer's turn",
	fields: addFields,
	endpoints: [addSignerEndpoint, getRequest, getDocument],
	done: 'added',
	async execute(item) {
		const { context, itemIndex, version } = item;
		const { requestId, options, ...choice } = item.read(requestFields);
		const rules = await readRules(context, version);
		const signer = await withImage(item, readSigner(item), rules);
		const list = { signers: [signer] };
		const ref = { version, requestId, itemIndex };
		const present = needsDocuments(list, version) ? await readRequest(context, ref) : undefined;
		const documents = present ? shownDocuments(item, present) : [];
		const documentCount = version === 'v3' ? documents.length : 1;
		requireFitting(item, list, { documentCount, rules, quality: present?.quality });
		const documentIds = documents.map(({ id }) => id);
		const pages = await pagesFor(item, list, { documentIds, version });
		const facts = { version, rules, documentIds, pages, rank: options.order };
		const request = await changeRequest(context, {
			...ref,
			call: {
				...callTo(addSignerEndpoint, requestId),
				body: { json: signatureOf(signer, facts) },
				...(signer.kind === 'group' && { feature: 'signerGroups' }),
			},
			what: 'this signer',
			done: 'The signer was added',
		});
		return { json: requestOutput(request, choice) };
	},
};
