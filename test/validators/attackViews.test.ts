import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawPage } from '../../sandbox/pdf/image/image.ts';
import { attackFamilies, FORMS } from '../sandbox/validation/signatures/families.ts';
import { readingAttacks } from '../sandbox/validation/signatures/readingFamilies.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'views-'));
// pdf.js is a module for Node itself, which jest does not load.
const pdfjs = fork(path.join(__dirname, 'pdfjs.mjs'));
afterAll(() => {
	pdfjs.kill();
	rmSync(folder, { recursive: true });
});

/** What a viewer shows of all pages. */
type Viewer = (pdf: Uint8Array) => Promise<string> | string;

const byCommand =
	(command: string, args: string[]): Viewer =>
	(pdf) => {
		writeFileSync(path.join(folder, 'in.pdf'), pdf);
		writeFileSync(path.join(folder, 'out.ppm'), '');
		const { stdout } = spawnSync(command, args, { cwd: folder, maxBuffer: 2 ** 28 });
		return stdout.toString('latin1') + readFileSync(path.join(folder, 'out.ppm'), 'latin1');
	};

const COMMANDS: Record<string, string> = { poppler: 'pdftoppm', mupdf: 'mutool' };
const VIEWERS: Record<string, Viewer> = {
	pdfium: async (pdf) => {
		const pages = await Promise.all([0, 1].map((page) => drawPage(pdf, page, 1)));
		return pages.map((image) => image?.toString('latin1')).join('\n');
	},
	'pdf.js': async (pdf) =>
		await new Promise((resolve) => {
			pdfjs.once('message', (seen) => resolve(seen as string));
			pdfjs.send(Buffer.from(pdf).toString('base64'));
		}),
	poppler: byCommand('pdftoppm', ['-r', '72', 'in.pdf']),
	mupdf: byCommand('mutool', ['draw', '-q', '-r', '72', '-F', 'ppm', '-o', 'out.ppm', 'in.pdf']),
};

/** Those that are installed. */
const viewers = Object.entries(VIEWERS).filter(
	([viewer]) => COMMANDS[viewer] === undefined || !spawnSync(COMMANDS[viewer], ['-v']).error,
);

/** The state that the first signature covers. */
function signedState(pdf: Buffer): Buffer {
	const ends = [...pdf.toString('latin1').matchAll(/ByteRange \[0 \d+ (\d+) (\d+)\]/g)].map(
		([, start, length]) => Number(start) + Number(length),
	);
	return pdf.subarray(0, Math.min(...ends));
}

const attacks = Object.entries({ ...attackFamilies, ...readingAttacks });
const visible = attacks.filter(([name]) => !/unseen/.test(name));

test.each(visible)('viewers show the attack: %s', async (_name, make) => {
	const pdf = Buffer.from(await make(FORMS['a table']!));
	const asked: string[] = [];
	for (const [viewer, show] of viewers) {
		if ((await show(signedState(pdf))) !== (await show(pdf))) return;
		asked.push(viewer);
	}
	throw new Error(`No one is deceived: ${asked.join(', ')}`);
});
