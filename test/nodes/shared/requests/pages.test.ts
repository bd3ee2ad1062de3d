import { readPages, type ReadPage } from '../../../../nodes/shared/requests/pages';
import { fc, tries } from '../../../support/jest/property';

interface Entry {
	id: string;
}

const entries = (count: number, prefix = 'e'): Entry[] =>
	Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}` }));

/** The ways in which a service can number its pages. */
const numberings: Record<string, (list: Entry[]) => ReadPage<Entry>> = {
	'from 0': (list) => async (page) => await pageAt(list, page.pageNumber, page.pageSize),
	'from 1, where page 0 is the first too': (list) => async (page) =>
		await pageAt(list, Math.max(0, page.pageNumber - 1), page.pageSize),
	'from 1, where page 0 is empty': (list) => async (page) =>
		await pageAt(list, page.pageNumber - 1, page.pageSize),
	'from 1, where page 0 is refused': (list) => async (page) =>
		page.pageNumber === 0 ? undefined : await pageAt(list, page.pageNumber - 1, page.pageSize),
	'from 0, where the last page comes again behind the end': (list) => async (page) =>
		await pageAt(list, Math.min(page.pageNumber, lastPage(list, page.pageSize)), page.pageSize),
	'from 1, where page 0 is the first and the last comes again': (list) => async (page) => {
		const index = Math.max(0, page.pageNumber - 1);
		return await pageAt(list, Math.min(index, lastPage(list, page.pageSize)), page.pageSize);
	},
	'from 0, where the list begins anew behind the end': (list) => async (page) =>
		await pageAt(list, page.pageNumber % (lastPage(list, page.pageSize) + 1), page.pageSize),
};

function lastPage(list: Entry[], size: number): number {
	return Math.max(0, Math.ceil(list.length / size) - 1);
}

async function pageAt(list: Entry[], index: number, size: number): Promise<Entry[]> {
	return await Promise.resolve(index < 0 ? [] : list.slice(index * size, (index + 1) * size));
}

/** A reader that asks without end is stopped. */
function counting(readPage: ReadPage<Entry>) {
	let calls = 0;
	const read: ReadPage<Entry> = async (page) => {
		calls += 1;
		if (calls > 100) throw new Error('The list is read without end');
		return await readPage(page);
	};
	return { read, calls: () => calls };
}

describe.each(Object.keys(numberings))('pages numbered %s', (numbering) => {
	const read = (list: Entry[]) => counting(numberings[numbering]!(list)).read;

	it('give every entry exactly once, in order, up to the limit', async () => {
		const sizes = fc.integer({ min: 0, max: 180 });
		const limits = fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined });
		await fc.assert(
			fc.asyncProperty(sizes, limits, async (size, limit) => {
				const list = entries(size);
				expect(await readPages(read(list), { limit })).toEqual(list.slice(0, limit));
			}),
			tries(60),
		);
	});

	it('lose nothing when entries leave the list and come into it meanwhile', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 60, max: 180 }),
				fc.integer({ min: 0, max: 5 }),
				fc.integer({ min: 0, max: 5 }),
				fc.integer({ min: 1, max: 3 }),
				async (size, leaving, coming, afterCall) => {
					const list = entries(size);
					const staying = list.slice(leaving).map(({ id }) => id);
					const page = read(list);
					let calls = 0;
					const found = await readPages(async (wanted) => {
						const answer = await page(wanted);
						calls += 1;
						if (calls === afterCall) {
							list.splice(0, leaving);
							list.unshift(...entries(coming, 'new'));
						}
						return answer;
					});
					const ids = found.map(({ id }) => id);
					expect(new Set(ids).size).toBe(ids.length);
					expect(staying.filter((id) => !ids.includes(id))).toEqual([]);
				},
			),
			tries(60),
		);
	});
});

it('a list that never stands still is given up after some passes', async () => {
	let next = 0;
	let calls = 0;
	const found = await readPages(async ({ pageNumber, pageSize }) => {
		calls += 1;
		const size = pageNumber === 0 ? pageSize : 10;
		return await Promise.resolve(Array.from({ length: size }, () => ({ id: `e${next++}` })));
	});
	expect(calls).toBe(10);
	expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
});

it.each([
	['of one page', 10, undefined, 1],
	['of one full page, which could be followed by another', 50, undefined, 2],
	['of nothing, whose first page could be called 1', 0, undefined, 2],
	['of two pages, which is read again until nothing is new', 60, undefined, 4],
	['of many pages, of which the first is enough', 180, 50, 1],
	['of many pages, of which two are needed', 180, 51, 2],
	['of many pages, of which two are needed to the last', 180, 100, 2],
])(
	'a list %s costs no needless call: %d entries, at most %d',
	async (_title, size, limit, calls) => {
		const counted = counting(numberings['from 0']!(entries(size)));
		expect(await readPages(counted.read, { limit })).toHaveLength(
			Math.min(size, limit ?? Infinity),
		);
		expect(counted.calls()).toBe(calls);
	},
);

it.each([
	['shows its first page under every number', 50],
	['shows all its entries under every number', 180],
])('a service that %s is left after a few calls', async (_title, size) => {
	const counted = counting(async () => await Promise.resolve(entries(size)));
	expect(await readPages(counted.read)).toEqual(entries(size));
	expect(counted.calls()).toBe(7);
});

describe('pages are read side by side', () => {
	/** Answers when all that were asked for together have come in. */
	function inRounds(readPage: ReadPage<Entry>) {
		const rounds: number[][] = [];
		let round: number[] | undefined;
		const read: ReadPage<Entry> = async (page) => {
			if (!round) {
				round = [];
				rounds.push(round);
			}
			round.push(page.pageNumber);
			await new Promise((resolve) => setImmediate(resolve));
			round = undefined;
			return await readPage(page);
		};
		return { read, rounds };
	}

	it('as many ahead as were read before, at most eight, then all that are known together', async () => {
		const underWay: number[] = [];
		let now = 0;
		const list = numberings['from 0']!(entries(30 * 50 + 1));
		const found = await readPages(async (page) => {
			underWay.push(++now);
			await new Promise((resolve) => setImmediate(resolve));
			now--;
			return await list(page);
		});
		expect(found).toHaveLength(1501);
		const [firstPass, secondPass] = [underWay.slice(0, 31), underWay.slice(-31)];
		expect(firstPass.slice(0, 4)).toEqual([1, 1, 1, 2]);
		expect(Math.max(...firstPass)).toBe(8);
		expect(secondPass.at(-1)! - secondPass[0]!).toBe(30);
	});

	it('and no more than a limit needs', async () => {
		const { read, rounds } = inRounds(numberings['from 0']!(entries(1000)));
		expect(await readPages(read, { limit: 250 })).toHaveLength(250);
		expect(rounds).toEqual([[0], [1], [2, 3], [4]]);
	});

	it('a page behind the end may be refused, one before it may not', async () => {
		const list = entries(130);
		const refusing =
			(from: number): ReadPage<Entry> =>
			async (page) => {
				if (page.pageNumber >= from) throw new Error(`No page ${page.pageNumber}`);
				return await numberings['from 0']!(list)(page);
			};
		expect(await readPages(refusing(3))).toEqual(list);
		await expect(readPages(refusing(2))).rejects.toThrow('No page 2');
	});
});

it.each(Object.entries(numberings))(
	'with pages %s, what is not wanted neither counts nor ends the list',
	async (_title, read) => {
		const list = entries(130);
		const isWanted = ({ id }: Entry) => id.endsWith('9');
		const wanted = list.filter(isWanted);
		expect(await readPages(read(list), { isWanted })).toEqual(wanted);
		expect(await readPages(read(list), { isWanted, limit: 7 })).toEqual(wanted.slice(0, 7));
	},
);

it('begins with page 1 where pages count from 1, and asks for no other before', async () => {
	const list = entries(120);
	const asked: number[] = [];
	const found = await readPages(
		async ({ pageNumber, pageSize }) => {
			asked.push(pageNumber);
			return await pageAt(list, pageNumber - 1, pageSize);
		},
		{ firstPage: 1 },
	);
	expect(found).toEqual(list);
	expect(asked.slice(0, 3)).toEqual([1, 2, 3]);
	expect(asked).not.toContain(0);
});

it.each(Object.entries(numberings))(
	'with pages %s, an entry that cannot be read does not end the list',
	async (_title, read) => {
		const list = entries(130);
		const isReadable = ({ id }: Entry) => !id.endsWith('7');
		const found = await readPages<Entry>(async (page) => {
			const shown = await read(list)(page);
			return shown?.map((one) => (one && isReadable(one) ? one : undefined));
		});
		expect(found).toEqual(list.filter(isReadable));
	},
);
