import type { INodeProperties } from 'n8n-workflow';

import { downloadField, fileField } from '../../../../shared/signatureRequest/requestFiles.fields';
import { contentFields, createOptionsField } from '../create/create.fields';
import { approvalFields } from './approval/approval.fields';
import { limits } from './wait.schema';

/** Read again when the waiting is over, where an expression has no item to look at. */
const fixed = { noDataExpression: true };

const waitFields: INodeProperties[] = [
	{
		displayName: 'Wait at Most',
		name: 'limitAmount',
		type: 'number',
		typeOptions: { minValue: limits.min, maxValue: limits.max },
		default: 30,
		description:
			'How long to wait for the signatures. After that, or after the last day to sign, the workflow continues with the outcome timeLimit, or fails if Fail Unless Signed is on.',
	},
	{
		displayName: 'Unit',
		name: 'limitUnit',
		type: 'options',
		default: 'days',
		options: [
			{ name: 'Minutes', value: 'minutes' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Days', value: 'days' },
		],
		description: 'What the number above counts',
	},
	{ ...downloadField, ...fixed },
	{ ...fileField, ...fixed, name: 'outputPropertyName' },
	{
		displayName: 'Fail Unless Signed',
		name: 'failUnlessSigned',
		type: 'boolean',
		...fixed,
		default: false,
		hint: 'When off, branch on the field outcome: signed, declined, withdrawn, deleted, expired, error or timeLimit',
		description:
			'Whether the node fails if not everyone has signed in time. On Error in the settings of the node decides what happens then.',
	},
];

/** All others are for requests of one's own. */
const IN_REVIEW_TOO = 'quality';

function outsideReview(field: INodeProperties): INodeProperties {
	if (field.name === IN_REVIEW_TOO) return field;
	const { show, hide } = field.displayOptions ?? {};
	return {
		...field,
		displayOptions: { ...(show && { show }), hide: { ...hide, '@tool': [true] } },
	};
}

export const sendAndWaitFields: INodeProperties[] = [
	...approvalFields.first,
	...[...contentFields, ...waitFields, createOptionsField].map(outsideReview),
	...approvalFields.last,
];
