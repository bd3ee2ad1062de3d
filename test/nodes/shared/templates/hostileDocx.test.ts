import { monitorEventLoopDelay } from 'node:perf_hooks';

import { fillTemplate, readTemplate } from '../../../../nodes/shared/templates/docx';
import { UnusableTemplate } from '../../../../nodes/shared/templates/xml';
import { hostileDocx } from '../../../support/files/hostileDocx';
import { isThorough } from '../../../support/jest/property';

/** In kilobytes. */
const SIZES = isThorough ? [1, 30, 300, 2_000, 6_000] : [20];
const data = { a: 'x', list: Array.from({ length: 10 }, () => ({})) };

async function fill(file: Buffer): Promise<string> {
	try {
		await fillTemplate(await readTemplate(file), {
			...{ data, locale: 'en-GB', timeZone: 'UTC', keepsMissingEmpty: false },
			picture: async () => await Promise.resolve(undefined),
		});
		return 'filled';
	} catch (error) {
		if (error instanceof UnusableTemplate) return error.message;
		throw error;
	}
}

describe.each(SIZES)('of about %d KB', (size) => {
	it.each(Object.entries(hostileDocx))('%s', async (name, [write, expected]) => {
		const file = write(size);
		const heapBefore = process.memoryUsage().rss;
		const delay = monitorEventLoopDelay({ resolution: 5 });
		delay.enable();
		const outcome = await fill(file);
		delay.disable();
		if (process.env.SHOW) {
			const grownMib = (process.memoryUsage().rss - heapBefore) / 2 ** 20;
			process.stderr.write(
				`${size} KB\t${name}\t${(delay.max / 1e6).toFixed(0)} ms\t${grownMib.toFixed(0)} MiB\t${outcome.slice(0, 80)}\n`,
			);
		}
		if (expected === 'filled') expect(outcome).toBe('filled');
		else expect(outcome).toMatch(expected);
		expect(outcome.length).toBeLessThan(1_000);
	});
});
