import { Budget, LIMITS, UnreadablePdf } from '../../../../../nodes/shared/prepare/pdf/budget';
import { ObjectReader } from '../../../../../nodes/shared/prepare/pdf/objects';
import { pagesOf } from '../../../../../nodes/shared/prepare/pdf/pages';
import { hostilePdfs } from '../../../../support/files/hostilePdfs.ts';
import { PdfWriter } from '../../../../support/files/pdfWriter.ts';

/** A step that reads nothing takes a microsecond. */
const UNITS_PER_STEP = 45;

/** Counts what is done between two pauses. */
class CountedBudget extends Budget {
	total = 0;
	longest = 0;
	private current = 0;

	/** Each question is a step, also one that needs nothing else. */
	override get isPauseDue(): boolean {
		this.current += UNITS_PER_STEP;
		this.longest = Math.max(this.longest, this.current);
		return super.isPauseDue;
	}

	override work(units: number): void {
		super.work(units);
		this.total += units;
		this.current += units;
		this.longest = Math.max(this.longest, this.current);
	}

	override async pause(): Promise<void> {
		this.current = 0;
		await super.pause();
	}
}

async function read(pdf: Buffer) {
	const budget = new CountedBudget(pdf.length);
	const ending = await pagesOf(pdf, budget).then(
		(pages) => pages.length,
		(error: unknown) => {
			if (!(error instanceof UnreadablePdf)) throw error;
			return error.message;
		},
	);
	return { budget, ending };
}

const SIZE = 10_000;
/** A unit is about 20 ns, so that this is less than 50 ms. */
const MOST_AT_A_TIME = 2_000_000;

/** What a file needs in any size. */
const LITTLE = 20_000;

describe('a file that asks for too much, and needs twice the work twice as large', () => {
	it.each(Object.entries(hostilePdfs))('%s', async (_what, [write, expected]) => {
		const pdf = write(SIZE);
		const { budget, ending } = await read(pdf);
		if (typeof expected === 'number') expect(ending).toBe(expected);
		// It may be harmless in this size.
		else if (typeof ending === 'string') expect(ending).toMatch(expected);
		else expect(expected.test('')).toBe(true);
		expect(budget.longest).toBeLessThan(MOST_AT_A_TIME);
		expect(budget.pauses).toBeGreaterThanOrEqual(Math.floor(budget.total / MOST_AT_A_TIME));

		const half = await read(write(SIZE / 16));
		const whole = await read(write(SIZE / 8));
		expect(whole.budget.total).toBeLessThan(2.1 * half.budget.total + LITTLE);
	});

	it('pauses between pages that have nothing', async () => {
		const [write] = hostilePdfs['pages without any kids']!;
		expect((await read(write(20_000))).budget.longest).toBeLessThan(MOST_AT_A_TIME);
	});

	it.each([
		['spaces', ' '],
		['a comment', '%'],
		['a number', '9'],
		['a name', '/A'],
		['a word', 'A'],
		['a text', '('],
		['a hexadecimal text', '<0'],
	])('reads %s without an end only up to the limit', async (_what, token) => {
		const endless = Buffer.concat([
			Buffer.from(token),
			Buffer.alloc(3 * LIMITS.tokenBytes, token.at(-1)),
		]);
		for (const before of ['[', '[1 ']) {
			const budget = new Budget(endless.length);
			const bytes = Buffer.concat([Buffer.from(before), endless]);
			await expect(new ObjectReader(bytes, 0, budget).value()).rejects.toThrow(/more than 1 MB/);
			expect(budget.used.tokenBytes).toBe(LIMITS.tokenBytes + 1);
		}
	});
});

describe('a valid file', () => {
	const PAGES = 5_000;
	const ids = Array.from({ length: PAGES }, (_, at) => 10 + at);
	const pageOf = (id: number) =>
		`<</Type/Page/Parent 2 0 R/Annots[${'9 0 R '.repeat(20)}]/MediaBox[0 0 ${id} 842]>>`;
	const kids = ids.map((id) => `${id} 0 R`).join(' ');
	const start = () =>
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, `<</Type/Pages/Kids[${kids}]/Count ${PAGES}>>`);
	const image = Buffer.alloc(2 ** 20, '(');

	it.each<[string, () => Buffer]>([
		[
			'with 5,000 pages and large images',
			() => {
				const pdf = start();
				for (const id of ids) pdf.object(id, pageOf(id));
				for (let at = 0; at < 4; at++) pdf.stream(9_000 + at, '', image);
				return pdf.table();
			},
		],
		[
			'with 5,000 pages in streams of objects',
			() => {
				const pdf = start();
				for (let at = 0; at < PAGES; at += 100) {
					const packed = ids.slice(at, at + 100).map((id) => [id, pageOf(id)] as const);
					pdf.packed(9_000 + at, Object.fromEntries(packed));
				}
				return pdf.entryStream(20_000);
			},
		],
	])('%s needs an eighth of what is allowed at most', async (_what, write) => {
		const pdf = write();
		const budget = new CountedBudget(pdf.length);
		expect((await pagesOf(pdf, budget)).map(({ box }) => box.width)).toEqual(ids);
		for (const limit of ['inflatedBytes', 'objects', 'values', 'pages'] as const) {
			expect(budget.used[limit]).toBeLessThan(LIMITS[limit] / 8);
		}
		// Images aren't read at all, everything else once or twice.
		expect(budget.used.readBytes).toBeLessThan(2 * (pdf.length % image.length) + 3e6);
		expect(budget.longest).toBeLessThan(MOST_AT_A_TIME);
	});

	it('is read although its streams are forgotten in between', async () => {
		const pdf = new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Kids[10 0 R 20 0 R 11 0 R 21 0 R]/Count 4>>');
		const filling = `(${' '.repeat(2 ** 21)})`.repeat(3);
		for (const id of [10, 20]) {
			const [one, other] = [id, id + 1].map((at) => `<</MediaBox[0 0 ${at} 9]>>`);
			pdf.packed(id + 90, { [id]: one!, [id + 1]: other!, [id + 2]: filling });
		}
		const pages = await pagesOf(pdf.entryStream(200));
		expect(pages.map(({ box }) => box.width)).toEqual([10, 20, 11, 21]);
	});
});
