import type { INodeProperties } from 'n8n-workflow';

/** n8n offers this operation to agents only as a review of their other tools. */
const inReview = { displayOptions: { show: { '@tool': [true] } } };

/** Who approves takes no expression: the model can write fields of the item that an expression reads. */
export const approvalFields: INodeProperties[] = [
	{
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
	},
	{
		displayName: 'Requested By',
		name: 'requestedBy',
		type: 'string',
		default: '',
		placeholder: 'e.g. Customer service',
		...inReview,
		description: 'Who has started the agent, for the document that is signed',
	},
];
