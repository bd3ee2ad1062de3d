import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import { field, fields } from '../../../shared/form/field';
import { optionsField, timeoutField } from '../../../shared/form/fields';
import { optional, ParsedJson, Uuid } from '../../../shared/form/readers';
import { createSettings } from '../requestSettings';
import { signersFields } from '../signers.fields';
import { anyFileOptions, documentFields, list, tagFields, titleField } from './document.fields';
import { callbackFields } from './callback.fields';

const onlyV3 = { show: { '/apiVersion': ['v3'] } };

/** Other fields have rules for these names, which must not be bypassed. */
const withOwnField =
	/^(title|content|content_type|file_url|document_id|documents|signatures|callback_\w+_url)$/;

const OtherFields = ParsedJson.pipe(
	z.record(z.unknown(), { invalid_type_error: 'isn\'t an object such as {"name": "value"}' }),
)
	.superRefine((others, refinement) => {
		const own = Object.keys(others).find((name) => withOwnField.test(name));
		if (own === undefined) return;
		const message = 'has a separate field\nFill in that field, and remove this entry.';
		refinement.addIssue({ code: 'custom', path: [own], message });
	})
	.transform((others) => others as IDataObject);

export const createOptionsField = optionsField([
	...anyFileOptions,
	...createSettings('options'),
	{
		displayName: 'Delete Leftovers on Failure',
		name: 'deleteLeftovers',
		type: 'boolean',
		default: false,
		displayOptions: onlyV3,
		description:
			'Whether to delete new uploads and the draft if Skribble refuses a later step. Earlier documents stay.',
	},
	{
		displayName: 'More Document IDs',
		name: 'moreDocumentIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
		displayOptions: onlyV3,
		description: 'IDs of further uploaded documents, separated by commas',
		reader: list(Uuid),
	},
	{
		displayName: 'Other Fields (JSON)',
		name: 'otherFields',
		type: 'json',
		default: '{}',
		description: "Extra body fields, by Skribble's names",
		reader: optional(OtherFields),
	},
	{
		displayName: 'Send Again on Retry',
		name: 'sendOnRetry',
		type: 'boolean',
		default: false,
		description:
			'Whether a retried execution sends the request again, without checking if the first attempt sent it',
	},
	timeoutField,
]);

const newSignersExample = '[{ "email": "ann@example.com", "order": 1 }]';

export const settingFields = createSettings('form');

/** What every new request has, wherever its callbacks go. */
export const contentFields = fields(
	...documentFields,
	...signersFields({
		offers: ['list', 'json', 'tags', 'none'],
		example: newSignersExample,
	}),
	...tagFields,
	titleField,
	...settingFields,
);

export const initiateField = field({
	displayName: 'Send at Once',
	name: 'initiate',
	type: 'boolean',
	default: true,
	displayOptions: { show: { apiVersion: ['v3'] } },
	description:
		'Whether Skribble invites the signers now. Otherwise the request stays a draft until you use Initiate.',
});

export const createFields = fields(
	...contentFields,
	...callbackFields,
	initiateField,
	createOptionsField,
);
