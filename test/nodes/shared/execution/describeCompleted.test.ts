import { describeCompleted } from '../../../../nodes/shared/execution/describeCompleted';
import { nodeContext } from '../../../support/engine/nodeContext';

const done = (amount: number) =>
	Array.from({ length: amount }, (_, itemIndex) => ({
		itemIndex,
		results: [{ json: { id: `id-${itemIndex}` } }],
	}));
const words = (amount: number, verb?: string) =>
	describeCompleted(nodeContext(), { itemIndex: amount, done: done(amount), verb, fields: [] });

it.each([
	[0, undefined, 'Stopped at item 1.'],
	[
		1,
		'sealed',
		'Stopped at item 2. Already sealed: item 1 (id id-0). Remove it before you run the workflow again.',
	],
	[
		2,
		undefined,
		'Stopped at item 3. Already done: item 1 (id id-0) and item 2 (id id-1). Remove them before you run the workflow again.',
	],
])('counts %s items from 1', (amount, verb, text) => {
	expect(words(amount, verb)).toBe(text);
});

it('names a hundred items at most', () => {
	expect(words(130)).toMatch(/, item 99 \(id id-98\), item 100 \(id id-99\) and 30 more\. Remove/);
});
