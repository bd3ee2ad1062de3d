/** Writes the code of the package: what n8n asks for at its start apart from what runs in workflows. */
const { copyFile, mkdir, writeFile } = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');

/** `doors` are the files in which n8n looks, each for the class that is named like it; `folder` is theirs. */
async function writeCode(doors, folder) {
	const code = path.resolve(folder, 'code.js');
	await bundle(doors, code);
	const shapes = Object.entries(require(code)).map(([name, Class]) => [name, shapeOf(new Class())]);
	await writeFile(path.join(folder, 'shapes.json'), JSON.stringify(Object.fromEntries(shapes)));
	await copyFile(path.join(__dirname, 'front.js'), path.join(folder, 'front.js'));
	for (const door of doors) await open(door, path.posix.join(folder, 'front.js'));
}

/** One file, because of many small ones Node would look for each. */
async function bundle(doors, outfile) {
	const sources = doors.map((door) => door.replace(/^dist\//, './').replace(/\.js$/, '.ts'));
	await esbuild.build({
		stdin: {
			contents: sources.map((source) => `export * from '${source}';`).join('\n'),
			resolveDir: process.cwd(),
		},
		outfile,
		bundle: true,
		platform: 'node',
		target: 'node20',
		// n8n has both.
		external: ['n8n-workflow', 'zod'],
	});
}

/** What is plain data of a node or a credential, and the paths of its functions. */
function shapeOf(instance) {
	const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(instance)).filter(
		(name) => name !== 'constructor',
	);
	const data = JSON.parse(JSON.stringify(instance));
	return { data, functions: [...methods.map((name) => [name]), ...functionsIn(instance)] };
}

function functionsIn(value, trail = []) {
	if (typeof value === 'function') return [trail];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, one]) => functionsIn(one, [...trail, key]));
}

async function open(door, front) {
	const [className] = path.basename(door).split('.');
	const place = path.posix.relative(path.posix.dirname(door), front);
	await mkdir(path.dirname(door), { recursive: true });
	await writeFile(door, `exports.${className} = require('${place}').${className};\n`);
}

module.exports = { writeCode };
