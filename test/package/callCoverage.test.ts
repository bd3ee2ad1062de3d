/** The calls that the public service describes, and the calls that operations declare. */
import { endpoints } from '../support/operations/operations';
import { DESCRIBED, WITHOUT_OPERATION } from './describedCalls';

/** Names of path parameters do not matter. */
const plain = (call: string) => call.replace(/\{\w+\}/g, '{}');

const described = Object.entries(DESCRIBED).flatMap(([target, calls]) =>
	calls.map((call) => `${target} ${call}`),
);
const declared = endpoints.map(
	({ interface: target = 'signing', method, path }) => `${target} ${method} ${path}`,
);
const without = Object.keys(WITHOUT_OPERATION);

/** What stands in the first list and not in the second. */
const beyond = (calls: string[], others: string[]) => {
	const known = new Set(others.map(plain));
	return calls.filter((call) => !known.has(plain(call)));
};

it('every described call has an operation, but for those with a reason', () => {
	expect(beyond(described, [...declared, ...without])).toEqual([]);
});

it('a call with a reason is described, and no operation declares it', () => {
	expect(beyond(without, described)).toEqual([]);
	expect(beyond(without, declared)).toEqual(without);
});

it('no operation declares a call that is not described', () => {
	expect(beyond(declared, described)).toEqual([]);
});

it('a call is named once', () => {
	expect(described.map(plain)).toHaveLength(new Set(described.map(plain)).size);
});
