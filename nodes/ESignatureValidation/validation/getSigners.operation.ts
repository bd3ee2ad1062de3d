import type { ItemContext, Operation } from '../../shared/execution/operation';
import { fields } from '../../shared/form/field';
import { readSigners, signersEndpoint, validationIdField } from '../../shared/validation/result';

const option: Operation['option'] = {
	name: 'Get Signers',
	value: 'getSigners',
	action: 'Get signers of validated document',
	description: 'Get the signers with the date and quality of each signature',
};

const form = fields(validationIdField, {
	displayName: 'One Item per Signer',
	name: 'split',
	type: 'boolean',
	default: true,
	description: 'Whether to return an item for each signer instead of one item with a list',
});

async function execute(item: ItemContext) {
	const { validationId, split } = item.read(form);
	const signers = await readSigners(item, validationId);
	return split ? signers.map((json) => ({ json })) : { json: { signers } };
}

export const operation: Operation = {
	option,
	fields: form,
	versions: ['v1'],
	endpoints: [signersEndpoint],
	execute,
};
