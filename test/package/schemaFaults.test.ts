/** The check of descriptions.test.ts finds what an output schema lacks. */
import { holesInOutput, schemaFaults } from '../support/operations/schemaFaults.ts';

const withFields = (properties: object) => ({ type: 'object', properties: { ...properties } });

it.each([
	['a list', { type: 'array' }, 'an object'],
	['no field', withFields({}), 'the output'],
	['a field without a type', withFields({ id: {} }), 'id'],
	['an object without fields', withFields({ progress: { type: 'object' } }), 'progress'],
	['a list of anything', withFields({ signatures: { type: 'array' } }), 'signatures'],
	[
		'a list of objects without fields',
		withFields({ signatures: { type: 'array', items: withFields({}) } }),
		'signatures[]',
	],
])('%s is a hole', (_title, schema, hole) => {
	expect(holesInOutput(schema)).toEqual([hole]);
});

it('finds nothing where every field has a type', () => {
	expect(holesInOutput(withFields({ id: { type: 'string' } }))).toEqual([]);
});

it('names a file that does not exist', () => {
	expect(schemaFaults('nodes/none.json')).toEqual(['There is no output schema nodes/none.json']);
});
