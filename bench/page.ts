import { cpus, totalmem } from 'node:os';
import { format } from 'prettier';
import { markdownOf } from './table.ts';
import type { Row } from './table.ts';
import manifest from '../scripts/n8n/package.json' with { type: 'json' };

/** docs/performance.md, whole. */
export async function pageOf(rows: Row[]): Promise<string> {
	const [cpu] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	const text = `# How fast it is

Written by \`npm run bench\`, on ${cpus().length} cores (${cpu?.model.trim()}), ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}, n8n ${manifest.dependencies.n8n}. Everything is measured on a real n8n, side by side in one run; the service is a plain server with a set latency and limit, in a process of its own. Look at the ratios: times depend on the machine, and on what else it does.

${markdownOf(rows)}
`;
	return await format(text, { parser: 'markdown', useTabs: true, printWidth: 100 });
}
