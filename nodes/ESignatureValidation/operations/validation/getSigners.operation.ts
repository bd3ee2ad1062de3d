import { z } from 'zod/v3';

import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Flag } from '../../../shared/operation/scalars.schema';
import { readSigners, signersEndpoint, ValidationId, validationIdField } from './result';

const option: Operation['option'] = {
	name: 'Get Signers',
	value: 'getSigners',
	action: 'Get signers of validated document',
	description: 'Read who signed, when, and with which quality',
};

const fields: Operation['fields'] = [
	validationIdField,
	{
		displayName: 'One Item per Signer',
		name: 'split',
		type: 'boolean',
		default: true,
		description:
			'Whether each signer becomes an item of its own, or all of them stand in one item as a list',
	},
];

const Parameters = z.object({ split: Flag });

async function execute(item: ItemContext) {
	const { validationId } = item.read(ValidationId);
	const { split } = item.read(Parameters);
	const signers = await readSigners(item, validationId);
	return split ? signers.map((json) => ({ json })) : { json: { signers } };
}

export const operation: Operation = {
	option,
	fields,
	versions: ['v1'],
	endpoints: [signersEndpoint],
	execute,
};
