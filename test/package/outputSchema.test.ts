/** The check that every run of a node in test/workflows passes through. */
import { expectSchema } from '../support/operations/outputSchema.ts';

const get = { resource: 'document', operation: 'get' };
const check =
	(
		json: object,
		parameters: Record<string, unknown> = get,
		more = {},
		type = 'eSignatureDocument',
	) =>
	() =>
		expectSchema({ type, parameters: parameters as never, ...more }, [{ json: { ...json } }]);

it.each([
	['a field that the schema does not name', { id: '1', color: 'red' }],
	['a value of another type', { id: 1 }],
])('%s is refused', (_title, json) => {
	expect(check(json)).toThrow(/does not fit nodes\/ESignatureDocument.*get\.json/);
});

it('a field deep inside that the schema does not name is refused', () => {
	const json = { event: 'success', signatures: [{ sid: '1', color: 'red' }] };
	expect(check(json, {}, {}, 'eSignatureRequestTrigger')).toThrow(/signatures\[0\].*additional/);
});

it('an operation without a schema is refused', () => {
	expect(check({}, { ...get, operation: 'frame' })).toThrow(/frame\.json/);
});

it.each([
	['what the schema names', { id: '1', parent_id: null }, get, {}],
	['the whole answer of the service', { id: '1', color: 'red' }, { ...get, simplify: false }, {}],
	['all that an agent asked for', { color: 'red' }, { ...get, output: 'selected' }, {}],
	['a failed item', { error: 'Not there', details: { status: 404 } }, get, {}],
	['what a test sends on purpose', { color: 'red' }, get, { unknownFields: true }],
])('%s passes', (_title, json, parameters, more) => {
	expect(check(json, parameters, more)).not.toThrow();
});

it('a whole answer is still held against the types', () => {
	expect(check({ id: 1 }, { ...get, simplify: false })).toThrow(/json\.id should be string/);
});
