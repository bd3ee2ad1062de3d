import { Budget, UnreadablePdf } from '../../../../../nodes/shared/prepare/pdf/budget';
import { textOn } from '../../../../../nodes/shared/prepare/pdf/pageText';

const SIZE = 100_000;

/** Of hostile pages. */
it.each([
	...['(', '()', '(\\(', '(a', '((a)', '<', '<0', '<00>', '[', '1', '1 ', '1.', '/', '%', '%\n'],
	...['q ', 'Q ', 'q Q ', 'ID ', 'ID EI ', '(a) Tj ', '[(a)-2000(b)] TJ ', '9 0 0 9 0 0 cm '],
])('reads %j again and again, with pauses', async (token) => {
	const content = Buffer.alloc(SIZE, token);
	const budget = new Budget(content.length);
	const lines = await textOn(content, budget).catch((error: unknown) => {
		expect(error).toBeInstanceOf(UnreadablePdf);
		return undefined;
	});
	expect(lines?.length ?? 0).toBeLessThanOrEqual(10_000);
	// Each step is 64 units, and 250,000 are allowed between two pauses.
	const stepBytes = token === '<' ? 2 : token.length;
	const steps = lines && stepBytes < 3 ? SIZE / stepBytes : 0;
	const isOneStep = /^(1|1\.|\/|%|%\n)$/.test(token);
	if (!isOneStep) expect(budget.pauses).toBeGreaterThanOrEqual(Math.floor((steps * 64) / 300_000));
});

it('refuses a text with too much in it', async () => {
	for (const inside of ['a', '\\a', '()', '(('].map((one) => one.repeat(SIZE))) {
		const content = Buffer.from(`(${inside}) Tj`);
		await expect(textOn(content, new Budget(content.length))).rejects.toThrow(UnreadablePdf);
	}
});
