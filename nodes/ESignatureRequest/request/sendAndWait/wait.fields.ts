import type { Versions } from '../../../shared/client/call';
import type { ItemContext } from '../../../shared/execution/operation';
import { field, fields } from '../../../shared/form/field';
import type { Field, Values } from '../../../shared/form/field';
import { optionsField, simplifyField } from '../../../shared/form/fields';
import { Email, optional, Text } from '../../../shared/form/readers';
import { downloadField, fileField } from '../../../shared/requests/requestFiles';
import { contentFields, createOptionsField, settingFields } from '../create/create.fields';
import { sourceField } from '../create/document.fields';
import { qualityMetField } from '../qualityMet';
import { isReview } from './approval/approval';

const msPerUnit = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** In any unit. 10,000 days are 27 years, so n8n can write the end as a date. */
const limits = { minValue: 0.01, maxValue: 10_000 };

/** From one second. */
const limitsInDays = { minValue: 0.00001, maxValue: limits.maxValue };

interface TimeLimit {
	limitAmount: number;
	limitUnit: keyof typeof msPerUnit;
}

/** The time limit or the end of the last day to sign. The service sends no callback for that (interface.md 3.1). */
export function deadline({
	limitAmount,
	limitUnit,
	expiresAt,
	nowMs,
}: TimeLimit & { expiresAt?: unknown; nowMs: number }): Date {
	const limitMs = nowMs + limitAmount * msPerUnit[limitUnit];
	const lastDayMs = typeof expiresAt === 'string' ? Date.parse(expiresAt.slice(0, 10)) : NaN;
	const endMs = Number.isNaN(lastDayMs) ? Infinity : lastDayMs + msPerUnit.days;
	return new Date(Math.min(limitMs, endMs));
}

/** n8n offers this operation to agents only as a review of their other tools. */
const inReview = { displayOptions: { show: { '@tool': [true] } } };

/** No expression, because the model can write the item that it would read. */
export const approverField = field({
	displayName: 'Approver Email',
	name: 'approverEmail',
	type: 'string',
	noDataExpression: true,
	default: '',
	required: true,
	placeholder: 'e.g. ann@example.com',
	...inReview,
	description: 'The agent runs its tool only after this person signs',
	reader: Email,
});

const reviewLimitField = field({
	displayName: 'Limit Wait Time (Days)',
	name: 'limitAmount',
	type: 'number',
	typeOptions: limitsInDays,
	default: 30,
	...inReview,
	description: "0.5 is twelve hours. If no one signs in time, the agent doesn't run its tool.",
});

/** The polling trigger carries out the reminders, because a waiting execution can't. */
const resumeOptions = fields(
	{
		displayName: 'Remind at Most (Times)',
		name: 'remindAtMost',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
		default: 3,
		description: 'Number of reminders with Remind Every (Days)',
	},
	{
		displayName: 'Remind Every (Days)',
		name: 'remindEveryDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365, numberPrecision: 0 },
		default: 3,
		description:
			"Emails everyone who hasn't signed yet. Needs a published E-Signature Polling Trigger with Resume Waiting Executions.",
	},
	{
		displayName: 'Resume By',
		name: 'resumeBy',
		type: 'options',
		default: 'callback',
		options: [
			{
				name: 'Both',
				value: 'both',
				description: 'If callbacks may get lost. The polling trigger resumes these executions too.',
			},
			{ name: 'Callback', value: 'callback', description: 'If Skribble can reach this n8n' },
			{
				name: 'Polling',
				value: 'polling',
				description:
					'If this n8n is behind a firewall. Publish the example workflow “Resume waiting executions” first.',
			},
		],
		description: 'How the workflow learns that the request has ended',
	},
);
export const resumeOptionsField = optionsField(resumeOptions);

const LONGEST_REQUESTER = 200;
const Requester = Text.max(LONGEST_REQUESTER, `is longer than ${LONGEST_REQUESTER} characters`);

export const reviewOptionsField = field({
	...optionsField([
		...settingFields
			.filter(({ name }) => name === 'legislation')
			.map((one) => ({ ...one, displayOptions: { hide: { '/quality': [''] } } })),
		{
			displayName: 'Requested By',
			name: 'requestedBy',
			type: 'string',
			default: '',
			placeholder: 'e.g. Customer service',
			description: 'Person or team that started the agent. The signed document names them.',
			reader: optional(Requester),
		},
		...resumeOptions,
	]),
	...inReview,
});

/** The form of a review. n8n adds the field Message, and Signature Quality is the one of Create. */
const approvalFields = {
	first: [approverField],
	last: [reviewLimitField, reviewOptionsField],
};

/** Without v1, which is deprecated. */
export const waitVersions: Versions = ['v2', 'v3'];

const limitFields = fields(
	{
		displayName: 'Limit Wait Time',
		name: 'limitAmount',
		type: 'number',
		typeOptions: limits,
		default: 30,
		description:
			'After that, or after the last day to sign, the workflow continues with the outcome timeLimit. With Fail Unless Signed, it fails.',
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
		description: 'Unit of Limit Wait Time',
	},
);

/** Read again after the wait, when an expression has no item. */
const fixed = { noDataExpression: true };

const endFields = fields(
	{ ...downloadField, ...fixed },
	{ ...fileField, ...fixed, name: 'outputPropertyName' },
	{
		displayName: 'Fail Unless Signed',
		name: 'failUnlessSigned',
		type: 'boolean',
		...fixed,
		default: false,
		hint: 'When off, branch on the field outcome: signed, declined, withdrawn, deleted, expired, error, or timeLimit',
		description:
			"Whether the node fails if someone doesn't sign in time. Then its setting On Error applies.",
	},
	{ ...qualityMetField, ...fixed },
);

/** For the output. Only these fields are read again after the wait. */
export const resultFields = fields(...endFields, simplifyField, sourceField);
export type ResultForm = Values<typeof resultFields>;

/** A review of tools has no unit. */
export function readLimit(item: ItemContext): TimeLimit {
	if (!isReview(item.context.getNode())) return item.read(limitFields);
	return { ...item.read([reviewLimitField]), limitUnit: 'days' };
}

/** A review doesn't show the other fields of Create. */
const IN_REVIEW_TOO = 'quality';

function outsideReview(one: Field): Field {
	if (one.name === IN_REVIEW_TOO) return one;
	const { show, hide } = one.displayOptions ?? {};
	return field({
		...one,
		displayOptions: { ...(show && { show }), hide: { ...hide, '@tool': [true] } },
	});
}

const waitOptionsField = optionsField([...createOptionsField.options, ...resumeOptions]);

export const sendAndWaitFields: Field[] = [
	...approvalFields.first,
	...[...contentFields, ...limitFields, ...endFields, waitOptionsField].map(outsideReview),
	...approvalFields.last,
];
