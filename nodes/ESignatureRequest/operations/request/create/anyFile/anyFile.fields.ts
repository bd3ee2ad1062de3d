import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { noticeField } from '../../../../../shared/operation/fields';
import {
	anySourceFields,
	changeFields,
	forceField,
	waitField,
} from '../../../../../shared/tooling/prepare.fields';

/** As a choice under Document From. */
export const anyFileOption = {
	name: 'Any File (Prepare First)',
	value: 'anyFile',
	description: 'A Word file, an image or a text is turned into a PDF first',
} satisfies INodePropertyOptions;

const chosen = { source: [anyFileOption.value] };

function ifChosen(field: INodeProperties): INodeProperties {
	return { ...field, displayOptions: { show: { ...field.displayOptions?.show, ...chosen } } };
}

/** Finding signers by tags is no switch here: it is one of the ways to specify signers. */
export const anyFileFields: INodeProperties[] = [
	noticeField(
		'The file becomes a PDF before it is sent, which may use credits. Tags in its text can say who signs where: choose Specify Signers: From Tags in the Document. The support of the service knows how tags are written.',
	),
	...anySourceFields({ displayName: 'File From', name: 'fileSource' }),
	...changeFields,
].map(ifChosen);

export const anyFileOptions: INodeProperties[] = [forceField, waitField].map((field) => ({
	...field,
	displayOptions: { show: { '/source': chosen.source } },
}));

/** Completes what the tags say. */
export const tagFields: INodeProperties[] = [
	ifChosen({
		displayName: 'Signer Emails',
		name: 'signerEmails',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: 'Add Email',
			fixedCollection: {
				itemTitle:
					'={{ [$collection.item.value.name, $collection.item.value.email].filter(Boolean).join(": ") || "Email" }}',
			},
		},
		default: {},
		placeholder: 'Add Email',
		displayOptions: { show: { signerInput: ['tags'] } },
		description:
			'Email addresses of signers whose tags have only a name. An address here counts more than one in a tag.',
		options: [
			{
				displayName: 'Signer',
				name: 'signer',
				values: [
					{
						displayName: 'Name in the Tag',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Tenant',
						description: 'The name of the signer as the tag says it',
					},
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						default: '',
						placeholder: 'e.g. ann@example.com',
						description: 'Address of the signer, which also receives the notifications',
					},
				],
			},
		],
	}),
];
