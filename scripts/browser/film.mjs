/** `npm run film`: films one take of the package in n8n, as n8n's review asks for, and cuts the README's GIF from it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failure, main, run, SetupError } from '../setup/command.mjs';
import { installFromDebian } from '../setup/debian.mjs';
import { prepare, root } from '../setup/setup.mjs';
import { noteTaken } from './stalePictures.mjs';

/** Git ignores it: the film is for the review, only its beginning is kept, as a GIF. */
const folder = path.join(root, '.tmp', 'film');
const frames = path.join(folder, 'frames');
const film = path.join(folder, 'film.mp4');
const gif = path.join(root, 'docs', 'film.gif');

/** n8n's review asks for no more. */
const LONGEST_SECONDS = 5 * 60;
const LARGEST_GIF_BYTES = 3e6;
/** The GIF leaves out installation and credential, and is faster than the film. */
const GIF = { speed: 2, framesPerSecond: 3, width: 800, colors: 64 };
/** How long the GIF shows one picture of the film. */
const LONGEST_STILL_MS = 3000;

await main(async () => {
	// Before anything is filmed, which takes minutes.
	await requireFfmpeg();
	const { node, env } = await prepare();
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(frames, { recursive: true });
	const options = { cwd: root, env: { ...env, FILM_FOLDER: frames } };
	const flags = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];
	const taken = await run(node, [...flags, 'scripts/browser/film/take.ts'], options);
	if (taken !== 0) return taken;
	const seconds = await join();
	await cutGif();
	noteTaken((name) => name === 'film');
	console.log(`\n${film}: ${Math.round(seconds)} s, one take`);
	console.log(`${gif}: ${(statSync(gif).size / 1e6).toFixed(1)} MB`);
	return 0;
});

async function requireFfmpeg() {
	const isThere = () => spawnSync('ffmpeg', ['-version']).status === 0;
	if (isThere()) return;
	await installFromDebian(['ffmpeg'], 'Installing ffmpeg');
	if (isThere()) return;
	throw new SetupError(
		'There is no ffmpeg here to make a film. Install it (Debian and Ubuntu: apt-get install ffmpeg; macOS: brew install ffmpeg) and run the command again.',
	);
}

/** In real time, without cuts; answers with the length. */
async function join() {
	const pictures = listPictures();
	const seconds = pictures.reduce((sum, { shownMs }) => sum + shownMs, 0) / 1000;
	if (seconds > LONGEST_SECONDS) {
		throw failure(1, `The film has ${Math.round(seconds)} s, more than ${LONGEST_SECONDS} s.`);
	}
	const list = writeList('film.txt', pictures);
	await ffmpeg([...list, '-vf', 'scale=1400:900', '-r', '25', '-pix_fmt', 'yuv420p', film]);
	return seconds;
}

/** In the order of their times, which are their names. */
function listPictures() {
	const times = readdirSync(frames)
		.map((name) => Number.parseInt(name))
		.sort((a, b) => a - b);
	return times.map((time, at) => ({ time, shownMs: (times[at + 1] ?? time + 1000) - time }));
}

/** For ffmpeg: what to read. */
function writeList(name, pictures) {
	const list = path.join(folder, name);
	const lines = pictures.map(
		({ time, shownMs }) => `file 'frames/${time}.jpg'\nduration ${shownMs / 1000}\n`,
	);
	writeFileSync(list, lines.join(''));
	return ['-f', 'concat', '-safe', '0', '-i', list];
}

async function cutGif() {
	const begin = Number(readFileSync(path.join(folder, 'gif-begins'), 'utf8'));
	const pictures = withoutEmpty(listPictures().filter(({ time }) => time >= begin)).map(
		({ time, shownMs }) => ({ time, shownMs: Math.min(shownMs, LONGEST_STILL_MS) }),
	);
	const { speed, framesPerSecond, width, colors } = GIF;
	const faster = `setpts=PTS/${speed},fps=${framesPerSecond},scale=${width}:-1:flags=lanczos`;
	const palette = `split[a][b];[a]palettegen=max_colors=${colors}:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle`;
	const list = writeList('gif.txt', pictures);
	await ffmpeg([...list, '-vf', `scale=1400:900,${faster},${palette}`, gif]);
	const { size } = statSync(gif);
	if (size > LARGEST_GIF_BYTES) throw failure(1, `${gif} has ${size} bytes, more than 3 MB.`);
}

/** A page that is still loading shows next to nothing, and such a picture has few bytes. */
function withoutEmpty(pictures) {
	const bytesOf = ({ time }) => statSync(path.join(frames, `${time}.jpg`)).size;
	const usual = pictures.map(bytesOf).sort((a, b) => a - b)[Math.floor(pictures.length / 2)];
	return pictures.filter((picture) => bytesOf(picture) > usual / 2);
}

async function ffmpeg(args) {
	const code = await run('ffmpeg', ['-y', '-loglevel', 'error', ...args]);
	if (code !== 0) throw failure(code, 'ffmpeg failed; it says why above.');
}
