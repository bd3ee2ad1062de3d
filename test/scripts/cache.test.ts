import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let cache: string;
const running = new Set<ChildProcess>();

beforeEach(() => {
	cache = mkdtempSync(path.join(tmpdir(), 'esignature-cache-'));
});

afterEach(() => {
	for (const child of running) child.kill('SIGKILL');
	running.clear();
	rmSync(cache, { recursive: true });
});

/** One clone that fetches; `says` waits until it has said something. */
function startFetching() {
	const script = path.resolve('test/scripts/fetchSlowly.mjs');
	const child = spawn(process.execPath, [script, path.join(cache, 'thing')]);
	running.add(child);
	let output = '';
	child.stdout.on('data', (text: Buffer) => (output += text.toString()));
	const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
	const says = async (text: string) => {
		while (!output.includes(text)) await once(child.stdout, 'data');
	};
	return { child, ended, says };
}

const go = () => writeFileSync(path.join(cache, 'go'), '');
const fetches = () => readFileSync(path.join(cache, 'fetches'), 'utf8').length;
const leftovers = () => readdirSync(cache).filter((name) => name.startsWith('thing.'));

it('fetches once for two clones at the same time; the second one waits and says so', async () => {
	const first = startFetching();
	await first.says('half way');
	const second = startFetching();
	await second.says('Waiting for another process');
	go();

	expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
	expect(fetches()).toBe(1);
	expect(readdirSync(path.join(cache, 'thing'))).toEqual(['first', 'second']);
	expect(leftovers()).toEqual([]);
});

it('leaves no half-filled folder when it is killed, and the next clone begins anew', async () => {
	const killed = startFetching();
	await killed.says('half way');
	killed.child.kill('SIGKILL');
	expect(await killed.ended).toBe('SIGKILL');
	expect(readdirSync(cache)).not.toContain('thing');

	go();
	expect(await startFetching().ended).toBe(0);
	expect(fetches()).toBe(2);
	expect(readdirSync(path.join(cache, 'thing'))).toEqual(['first', 'second']);
	expect(leftovers()).toEqual([]);
});

it('a clone that waits takes over when the one before it is killed', async () => {
	const first = startFetching();
	await first.says('half way');
	const second = startFetching();
	await second.says('Waiting for another process');
	first.child.kill('SIGKILL');
	go();

	expect(await second.ended).toBe(0);
	expect(readdirSync(path.join(cache, 'thing'))).toEqual(['first', 'second']);
});

it('leaves nothing behind when fetching fails', async () => {
	writeFileSync(path.join(cache, 'fail'), '');
	go();

	expect(await startFetching().ended).toBe(1);
	expect(readdirSync(cache)).not.toContain('thing');
	expect(leftovers()).toEqual([]);
});
