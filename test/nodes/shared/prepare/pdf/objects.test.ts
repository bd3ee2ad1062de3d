import { Budget } from '../../../../../nodes/shared/prepare/pdf/budget';
import { ObjectReader } from '../../../../../nodes/shared/prepare/pdf/objects';

/** As measured in Node with many of each, in the 20 bytes of a unit. */
it.each([
	['a number', '1', 1],
	['a name', '/Abc', 1],
	['a text', '(Abc)', 1],
	['a reference', '1 0 R', 3],
	['an empty list', '[]', 3],
	['a list of one', '[1]', 4],
	['an empty dictionary', '<<>>', 10],
	['a dictionary with one value', '<</N 1>>', 12],
	['a dictionary of what is not needed', '<</A 1/B[1 2 3]>>', 10],
])('counts %s as much as it takes', async (_what, text, units) => {
	const many = 1000;
	const bytes = Buffer.from(`[${` ${text}`.repeat(many)}]`);
	const budget = new Budget(bytes.length);
	await new ObjectReader(bytes, 0, budget).value();
	const list = 3;
	expect(budget.used.values).toBeGreaterThanOrEqual(units * many + list);
});

it('keeps one copy of a name, and none of those that are not needed', async () => {
	const bytes = Buffer.from(`[/FlateDecode/${'A'.repeat(100)}/B]`);
	const value = await new ObjectReader(bytes, 0, new Budget(bytes.length)).value();
	expect(value).toEqual(['/FlateDecode', '/', '/']);
});
