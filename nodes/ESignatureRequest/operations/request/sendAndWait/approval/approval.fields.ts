import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../../../../shared/operation/fields';
import { legislationField } from '../../create/create.fields';
import { limitsInDays } from '../wait.schema';

/** n8n offers this operation to agents only as a review of their other tools. */
const inReview = { displayOptions: { show: { '@tool': [true] } } };

/** Who approves takes no expression: the model can write fields of the item that an expression reads. */
const approverField: INodeProperties = {
	displayName: 'Approver Email',
	name: 'approverEmail',
	type: 'string',
	noDataExpression: true,
	default: '',
	required: true,
	placeholder: 'e.g. ann@example.com',
	...inReview,
	description:
		'Who signs to approve what the agent wants to do. The agent runs its tool only when this person has signed.',
};

const limitField: INodeProperties = {
	displayName: 'Wait at Most (Days)',
	name: 'limitAmount',
	type: 'number',
	typeOptions: { minValue: limitsInDays.min, maxValue: limitsInDays.max },
	default: 30,
	...inReview,
	description:
		'How long to wait for the signature; 0.5 is twelve hours. The agent does not run its tool when no one has signed by then.',
};

const optionFields: INodeProperties[] = [
	{ ...legislationField, displayOptions: { hide: { '/quality': [''] } } },
	{
		displayName: 'Requested By',
		name: 'requestedBy',
		type: 'string',
		default: '',
		placeholder: 'e.g. Customer service',
		description: 'Who has started the agent, for the document that is signed',
	},
];

/** The form in front of an agent's tool is short: n8n adds its own field Message, and Signature Quality is that of Create. */
export const approvalFields = {
	first: [approverField],
	last: [limitField, { ...optionsField(optionFields), ...inReview }],
};
