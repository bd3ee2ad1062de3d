/** Fetches into a folder in two halves; the second half comes when the file "go" appears beside it. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchOnce } from '../../scripts/setup/cache.mjs';

const [, , folder] = process.argv;
const beside = (name) => path.join(path.dirname(folder), name);

await fetchOnce({
	folder,
	what: 'something large',
	fill: async (unfinished) => {
		appendFileSync(beside('fetches'), 'x');
		writeFileSync(path.join(unfinished, 'first'), '');
		console.log('half way');
		while (!existsSync(beside('go'))) await sleep(20);
		if (existsSync(beside('fail'))) throw new Error('The second half is missing.');
		writeFileSync(path.join(unfinished, 'second'), '');
	},
});
