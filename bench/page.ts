/** docs/performance.md: one part for each measure, so that each can be taken by itself. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { formatted } from '../scripts/generate/formatted.ts';
import { markdownOf } from './table.ts';
import type { Row } from './table.ts';
import manifest from '../scripts/n8n/newest/package.json' with { type: 'json' };

const PAGE = 'docs/performance.md';

/** Of the measures named in `order`, the one that was taken becomes new; the others stay as they are. */
export async function writePart(name: string, rows: Row[], order: string[]): Promise<void> {
	const parts = new Map([...partsOf(readFileSync(PAGE, 'utf8')), [name, markdownOf(rows)]]);
	const text = ['in short', ...order].flatMap((one) => {
		const part = parts.get(one);
		return part ? [`## ${titleOf(one)}\n\n${part}`] : [];
	});
	const page = [`# Performance`, introduction(), ...text].join('\n\n');
	writeFileSync(PAGE, await formatted(PAGE, page));
}

function partsOf(page: string): Array<[string, string]> {
	return page
		.split(/^## /m)
		.slice(1)
		.map((part) => {
			const [title = '', ...lines] = part.split('\n');
			return [title.toLowerCase(), lines.join('\n').trim()];
		});
}

function titleOf(name: string): string {
	return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function introduction(): string {
	const [cpu] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	return `\`npm run bench\` writes this page. It used ${cpus().length} cores (${cpu?.model.trim()}), ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}, n8n ${manifest.dependencies.n8n}. Each measure uses a real n8n and a separate plain server instead of Skribble, with a set latency and limit. Compare the ratios: times depend on the machine and on its other work. On a shared machine, a ratio can be twice as high the next time.`;
}
