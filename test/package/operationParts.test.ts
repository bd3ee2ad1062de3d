/** The guard of descriptions.test.ts fails for whatever an operation lacks. */
import { missingParts } from '../support/operationParts.ts';
import type { House } from '../support/operationParts.ts';

const place = {
	node: 'ESignatureRequest',
	nodeName: 'E-Signature Request',
	resource: 'signer',
	resourceName: 'Signer',
	operation: 'add',
	name: 'Add',
	isOneOfSeveral: true,
};
const code = 'nodes/ESignatureRequest/operations/signer/add.operation.ts';
const test = 'test/workflows/ESignatureRequest/signer/add.operation.test.ts';
const schema = 'nodes/ESignatureRequest/__schema__/v1.0.0/signer/add.json';

const whole: Record<string, string> = {
	[code]: '',
	[test]: '',
	[schema]: JSON.stringify({ type: 'object', properties: { id: { type: 'string' } } }),
	'README.md': '| E-Signature Request | Signer | Add | Adds a signer |',
	'CHANGELOG.md':
		'# Changelog\n\n- E-Signature Request node, Signer: **Add** and\n  **Remove** signers.\n',
};

function houseWith(changes: Record<string, string | undefined>): House {
	const contents = Object.entries({ ...whole, ...changes }).filter(
		([, text]) => text !== undefined,
	);
	const texts = new Map(contents as Array<[string, string]>);
	return { files: [...texts.keys()], read: (file) => texts.get(file)! };
}

const schemaOf = (properties: object) => ({
	[schema]: JSON.stringify({ type: 'object', properties }),
});

it('nothing is missing where everything is there', () => {
	expect(missingParts(place, houseWith({}))).toEqual([]);
});

it.each<[string, Record<string, string | undefined>, string]>([
	['no file', { [code]: undefined }, `There is no file ${code}`],
	[
		'no file but that of another resource',
		{ [code]: undefined, [code.replace('signer', 'observer')]: '' },
		`There is no file ${code}`,
	],
	['no test', { [test]: undefined }, `There is no test ${test}`],
	[
		'no test but that of another resource',
		{ [test]: undefined, [test.replace('signer', 'observer')]: '' },
		`There is no test ${test}`,
	],
	['no schema', { [schema]: undefined }, `There is no output schema ${schema}`],
	['a schema of no object', { [schema]: '{"type":"array"}' }, `${schema} describes no object`],
	['a schema without fields', schemaOf({}), `${schema} says nothing about the output`],
	['a field without a type', schemaOf({ id: {} }), `${schema} says nothing about id`],
	[
		'an object without fields',
		schemaOf({ progress: { type: 'object' } }),
		`${schema} says nothing about progress`,
	],
	[
		'a list of anything',
		schemaOf({ signatures: { type: 'array' } }),
		`${schema} says nothing about signatures`,
	],
	[
		'a list of objects without fields',
		schemaOf({ signatures: { type: 'array', items: { type: 'object', properties: {} } } }),
		`${schema} says nothing about signatures[]`,
	],
	[
		'no row in the README',
		{ 'README.md': '| E-Signature Request | Observer | Add | Adds |' },
		'The README has no row for it',
	],
	[
		'no entry in the CHANGELOG',
		{ 'CHANGELOG.md': '# Changelog\n' },
		'No entry "E-Signature Request node, Signer: …" of the CHANGELOG names **Add**',
	],
	[
		'an entry that names another operation only',
		{ 'CHANGELOG.md': '- E-Signature Request node, Signer: **Add Many** signers.' },
		'No entry "E-Signature Request node, Signer: …" of the CHANGELOG names **Add**',
	],
	[
		'an entry for another resource only',
		{ 'CHANGELOG.md': '- E-Signature Request node, Observer: **Add** observers.' },
		'No entry "E-Signature Request node, Signer: …" of the CHANGELOG names **Add**',
	],
])('%s is found', (_title, changes, fault) => {
	expect(missingParts(place, houseWith(changes))).toEqual([fault]);
});
