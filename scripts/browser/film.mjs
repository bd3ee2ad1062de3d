/** `npm run film`: films the first five minutes in n8n's editor, from the test that goes through them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failure, main, run, SetupError } from '../setup/command.mjs';
import { prepare, root } from '../setup/setup.mjs';
import { toolPath } from '../setup/tools.mjs';

/** Git ignores it: a film is made anew, not kept. */
const folder = path.join(root, '.tmp', 'film');
const frames = path.join(folder, 'frames');
const film = path.join(folder, 'five-minutes.mp4');

/** Nothing is longer on the screen: whoever waits for n8n to start need not see it. */
const LONGEST_SECONDS = 2;

await main(async () => {
	requireFfmpeg();
	const { node, env } = await prepare();
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(frames, { recursive: true });
	const options = { cwd: root, env: { ...env, FILM_FOLDER: frames } };
	const test = ['e2e/examples', '-t', 'first five minutes', '--selectProjects', 'e2e'];
	const passed = await run(node, [toolPath('jest'), ...test], options);
	if (passed !== 0) return passed;
	await join();
	console.log(`\nThe film is in ${film}`);
	return 0;
});

/** Before anything is filmed, which takes minutes. */
function requireFfmpeg() {
	if (spawnSync('ffmpeg', ['-version']).status === 0) return;
	throw new SetupError(
		'There is no ffmpeg here to make a film of the pictures. Install it (Debian and Ubuntu: apt-get install ffmpeg; macOS: brew install ffmpeg) and run the command again.',
	);
}

async function join() {
	const list = path.join(folder, 'frames.txt');
	writeFileSync(list, describeFrames());
	// Pages of other sizes than the editor's stand in the middle.
	const size = 'scale=1400:900:force_original_aspect_ratio=decrease,pad=1400:900:-1:-1:white';
	const input = ['-f', 'concat', '-safe', '0', '-i', list];
	const output = ['-vf', size, '-r', '25', '-pix_fmt', 'yuv420p', film];
	const code = await run('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output]);
	if (code !== 0) throw failure(code, 'ffmpeg could not join the pictures; it says why above.');
}

/** For ffmpeg: each frame, and until when it was on the screen. Frames are named after their times. */
function describeFrames() {
	const names = readdirSync(frames).sort();
	return names
		.map((name, place) => {
			const next = names[place + 1] ?? `${Number.parseInt(name) + 1000 * LONGEST_SECONDS}`;
			const seconds = (Number.parseInt(next) - Number.parseInt(name)) / 1000;
			return `file 'frames/${name}'\nduration ${Math.min(seconds, LONGEST_SECONDS)}\n`;
		})
		.join('');
}
