import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { readRules } from '../../../shared/account/account';
import { getDocument } from '../../../shared/document/endpoints';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { HIGHEST_COUNT, optionsField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import { ApiVersion, Count, Uuid } from '../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../shared/signatureRequest/readRequest';
import { changeRequest } from '../changeRequest';
import { LOOK_WITH_GET, signerGroupsNotEnabled } from '../endpoints';
import { requestField } from '../requestField';
import { requestOutput, requestOutputFields } from '../requestOutput';
import { shownDocuments } from '../shownDocuments';
import { pagesFor, wantsDocuments, withImage } from '../signerEntry/placements';
import { readSigner, requireFitting } from '../signerEntry/readSigners';
import { signatureOf } from '../signerEntry/signer.body';
import { signerFields } from '../signerEntry/signer.fields';

const option: Operation['option'] = {
	name: 'Add',
	value: 'add',
	action: 'Add signer',
	description: 'Let one more person or group sign, who is invited at once or when it is their turn',
};

const forAgents =
	'Add a signer to a request; if it is open, the invitation email goes out at once, or when it is their turn';

const fields: INodeProperties[] = [
	requestField,
	...signerFields,
	optionsField([
		{
			displayName: 'Signing Order',
			name: 'order',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: HIGHEST_COUNT },
			default: 1,
			description:
				'Place in the order of signing. Only when all signers of the request have one, counted from 1 without gaps. V1 and, in the regions Switzerland and Germany, V2 invite the signer when it is their turn.',
		},
	]),
	...requestOutputFields,
];

const endpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/signatures',
	lostAnswer: `${LOOK_WITH_GET} whether the signer is in the request before you run this again; listed twice means signing twice.`,
	refusals: [signerGroupsNotEnabled],
};

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	options: z.object({ order: Count.optional() }),
	...outputShape,
});

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const { apiVersion: version, requestId, options, ...choice } = item.read(Parameters);
	const rules = await readRules(context, version);
	const signer = await withImage(item, readSigner(item, version), rules);
	const list = { signers: [signer] };
	const ref = { version, requestId, itemIndex };
	const documents = wantsDocuments(list, version)
		? shownDocuments(item, await readRequest(context, ref))
		: [];
	const documentCount = version === 'v3' ? documents.length : 1;
	requireFitting(item, list, { documentCount, rules });
	const documentIds = documents.map(({ id }) => id);
	const pages = await pagesFor(item, list, { documentIds, version });
	const facts = { version, rules, documentIds, pages, rank: options.order };
	const request = await changeRequest(context, {
		...ref,
		call: {
			...callTo(endpoint, requestId),
			body: { json: signatureOf(signer, facts) },
			...(signer.kind === 'group' && { feature: 'signerGroups' }),
		},
		what: 'this signer',
		done: 'The signer was added',
	});
	return { json: requestOutput(request, choice) };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [endpoint, getRequest, getDocument],
	done: 'added',
	execute,
};
