/** The house: which file may import which. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { preProcessFile } from 'typescript';

const files = globSync('{nodes,credentials,sandbox}/**/*.ts', {
	exclude: (name) => name === 'node_modules' || name === 'dist',
})
	.map((file) => file.split(path.sep).join('/'))
	.sort();

/** Every file with those that it imports; types count too. */
const arrows = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): string[] {
	const { importedFiles } = preProcessFile(readFileSync(file, 'utf8'), true, true);
	const specifiers = importedFiles.map(({ fileName }) => fileName);
	return specifiers
		.filter((one) => one.startsWith('.'))
		.flatMap((specifier) => {
			const target = path.posix.join(path.posix.dirname(file), specifier);
			const found = [target, `${target}.ts`].filter((candidate) => files.includes(candidate));
			if (found.length === 0 && !/\.(c?js|css|json)$/.test(target)) {
				throw new Error(`${file} imports ${specifier}, which is not there`);
			}
			return found;
		});
}

/** The first circle that can be walked along the arrows, if there is one. */
function circleIn(graph: Map<string, Iterable<string>>): string[] | undefined {
	const done = new Set<string>();
	const walk = (at: string, trail: string[]): string[] | undefined => {
		if (trail.includes(at)) return [...trail.slice(trail.indexOf(at)), at];
		if (done.has(at)) return undefined;
		for (const next of graph.get(at) ?? []) {
			const circle = walk(next, [...trail, at]);
			if (circle) return circle;
		}
		done.add(at);
		return undefined;
	};
	for (const start of graph.keys()) {
		const circle = walk(start, []);
		if (circle) return circle;
	}
	return undefined;
}

/** The folders side by side in a folder, and which of them use which. */
function foldersIn(folder: string): Map<string, Set<string>> {
	const partsBelow = (file: string) =>
		file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/') : [];
	const found = new Map<string, Set<string>>();
	for (const [file, targets] of arrows) {
		const [name, inside] = partsBelow(file);
		if (name === undefined || inside === undefined) continue;
		const used = found.get(name) ?? new Set<string>();
		found.set(name, used);
		for (const target of targets) {
			const [other, within] = partsBelow(target);
			if (other !== undefined && within !== undefined && other !== name) used.add(other);
		}
	}
	return found;
}

const folders = [...new Set(files.map((file) => path.posix.dirname(file)))];
const ancestors = [
	...new Set(
		folders.flatMap((folder) =>
			folder.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/')),
		),
	),
];

it('no files import each other in a circle', () => {
	expect(circleIn(arrows)).toBeUndefined();
});

it.each(ancestors.filter((folder) => foldersIn(folder).size > 1))(
	'the folders in %s use each other in one direction',
	(folder) => {
		expect(circleIn(foldersIn(folder))).toBeUndefined();
	},
);

it('the credential imports nothing but the account', () => {
	const targets = arrows.get('credentials/ESignatureApi.credentials.ts') ?? [];
	expect(targets).not.toEqual([]);
	expect(targets.filter((target) => !target.startsWith('nodes/shared/account/'))).toEqual([]);
	expect(files.filter((file) => file.startsWith('credentials/'))).toHaveLength(1);
});

it('the sandbox is a second reading of the contract and imports nothing from the nodes', () => {
	const outside = files
		.filter((file) => file.startsWith('sandbox/'))
		.flatMap((file) => arrows.get(file) ?? [])
		.filter((target) => !target.startsWith('sandbox/'));
	expect(outside).toEqual([]);
});
