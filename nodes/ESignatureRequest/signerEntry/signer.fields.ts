import type { INodePropertyOptions } from 'n8n-workflow';

import type { Field } from '../../shared/form/field';
import { placementFields } from '../../shared/positions/placement';
import { kinds, signerProperties } from './signerProperties';
import type { Kind, SignerProperty } from './signerProperties';

const kindField: Field = {
	displayName: 'Signer Type',
	name: 'kind',
	type: 'options',
	default: 'email',
	options: Object.entries(kinds).map(([value, { name, description, ...only }]) => ({
		...{ name, value, description },
		...onlyIn(only),
	})),
	description: 'How Skribble finds and invites the signer',
};

function onlyIn({
	versions,
	operation,
}: Pick<(typeof kinds)[Kind], 'versions' | 'operation'>): Pick<
	INodePropertyOptions,
	'displayOptions'
> {
	if (!versions && operation === undefined) return {};
	const show = {
		...(versions && { '/apiVersion': [...versions] }),
		...(operation !== undefined && { '/operation': [operation] }),
	};
	return { displayOptions: { show } };
}

const alwaysShown = { showEvenWhenOptional: true };

/** One for each group of signers that has the property: the versions and the words differ. */
function fieldsOf({ field, uses }: SignerProperty): Field[] {
	return uses.map(({ kinds: users, versions, description = field.description, isRare }) => {
		const operation = users.every((kind) => kind === 'existing') ? 'update' : undefined;
		const show = {
			...onlyIn({ versions, operation }).displayOptions?.show,
			...(users.length < Object.keys(kinds).length && { kind: [...users] }),
			...field.displayOptions?.show,
		};
		const typeOptions = { ...field.typeOptions, ...(!isRare && alwaysShown) };
		return { ...field, displayOptions: { show }, description, typeOptions };
	});
}

const visualSignatureFields = placementFields({
	none: {
		name: 'Signer Chooses',
		value: 'free',
		description: 'For a position that the signer chooses',
	},
	displayName: 'Visual Signature',
	what: 'signature',
	inDocuments: true,
	hide: { kind: ['existing'] },
});

/** One signer, wherever one is named. */
export const signerFields: Field[] = [
	kindField,
	...signerProperties.filter(({ inListsOnly }) => !inListsOnly).flatMap(fieldsOf),
	...visualSignatureFields,
];

/** Someone who replaces another: only who they are. */
export const newSignerFields: Field[] = [
	{ ...kindField, displayName: 'New Signer Type' },
	...signerProperties
		.filter(({ inListsOnly, isKept }) => !inListsOnly && !isKept)
		.flatMap(fieldsOf),
];

const isAddress = ({ field: { name } }: SignerProperty) => ['sid', 'email'].includes(name);

/**
 * The same as an entry of a list, where n8n shows rarely used fields when the user adds them. The address comes first,
 * because the type is right for most signers.
 */
export const signerEntryFields: Field[] = [
	...signerProperties.filter(isAddress).flatMap(fieldsOf),
	{ ...kindField, typeOptions: alwaysShown },
	...signerProperties.filter((property) => !isAddress(property)).flatMap(fieldsOf),
	...visualSignatureFields.map((one) =>
		one.name === 'placement'
			? one
			: { ...one, typeOptions: { ...one.typeOptions, ...alwaysShown } },
	),
];
