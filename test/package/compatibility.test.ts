/** What is said about versions, held against the n8n that `npm test compat` runs. */
import { globSync, readFileSync } from 'node:fs';
import manifest from '../../package.json';
import { pinnedN8n } from '../../scripts/generate/pinnedN8n.ts';
import { texts } from '../../scripts/generate/repository.ts';

// It has no types of its own.
const { satisfies } = jest.requireActual<{
	satisfies: (version: string, range: string) => boolean;
}>('semver');

interface Tested {
	version: string;
	/** That n8n asks for. */
	engines: { node: string };
}

const read = (file: string) => readFileSync(file, 'utf8');
const lockedIn = (file: string, name: string) =>
	(JSON.parse(read(file)) as { packages: Record<string, Tested> }).packages[name]!;

/** The oldest first. */
const tested = [
	lockedIn('scripts/n8n/newest/package-lock.json', 'node_modules/n8n'),
	...globSync('scripts/n8n/older/*/package.json').map((file): Tested => {
		const { dependencies, engines } = JSON.parse(read(file)) as Tested & {
			dependencies: { n8n: string };
		};
		return { version: dependencies.n8n, engines };
	}),
].sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));
const [oldest] = tested;
const newest = tested.at(-1)!;

/** `>=20.19 <= 24.x` and the like: the oldest Node, without zeros at its end. */
const oldestNode = (range: string) => /^>=(\d+(?:\.[1-9]\d*)*)/.exec(range)![1]!;

it('package.json asks for the Node that the oldest tested n8n asks for', () => {
	expect(manifest.engines.node).toBe(`>=${oldestNode(oldest!.engines.node)}`);
	expect(lockedIn('package-lock.json', '').engines).toEqual(manifest.engines);
});

it('docs/compatibility.md lists the tested versions with the Node that each asks for', () => {
	const rows = read('docs/compatibility.md').matchAll(/^\| (\d[\d.]+) +\| ([\d.]+) /gm);
	expect([...rows].map(([, n8n, node]) => [n8n, node])).toEqual(
		tested.toReversed().map(({ version, engines }) => [version, oldestNode(engines.node)]),
	);
});

it('`npm run generate` takes another n8n to every image of it', () => {
	const moved = pinnedN8n('9.8.7');
	expect([...moved.keys()].sort()).toEqual(
		[
			'.github/ISSUE_TEMPLATE/bug.yml',
			'examples/queue/compose.yaml',
			'sandbox/compose.yaml',
		].sort(),
	);
	expect([...moved.values()].filter((text) => text.includes(newest.version))).toEqual([]);
});

it('no text names an n8n that is not tested', () => {
	// What was measured says in which n8n that was, and the history what was tested then.
	const files = texts().filter((file) => !/CHANGELOG|performance\.md$|^test/.test(file));
	const named = files.flatMap((file) =>
		[...read(file).matchAll(/\bn8n[ :@](\d+\.\d+\.\d+)/g)].map(([, version]) => ({
			file,
			version,
		})),
	);
	const known = tested.map(({ version }) => version);
	expect(named.filter(({ version }) => !known.includes(version!))).toEqual([]);
});

it.each(globSync('scripts/n8n/older/*'))('%s pins what npm installs by a day', (folder) => {
	expect(read(`${folder}/.npmrc`)).toMatch(/^before=\d{4}-\d\d-\d\d$/m);
});

it('README.md and docs/compatibility.md name the oldest version', () => {
	for (const page of ['README.md', 'docs/compatibility.md']) {
		expect(read(page)).toContain(`n8n ${oldest!.version} or newer`);
	}
});

// npm runs on one of these, also if a clone is set up with Node 20: EBADENGINE would be about them.
it.each(['package-lock.json', 'scripts/n8n/newest/package-lock.json'])(
	'each package in %s takes the Node that the commands bring, and Node 26',
	(file) => {
		const [, brought] = /BROUGHT_NODE = '([\d.]+)'/.exec(read('scripts/setup/setup.mjs'))!;
		const { packages } = JSON.parse(read(file)) as { packages: Record<string, Partial<Tested>> };
		const refused = Object.entries(packages).filter(
			([, { engines }]) =>
				engines?.node && ![brought!, '26.10.0'].every((node) => satisfies(node, engines.node)),
		);
		expect(refused.map(([name]) => name)).toEqual([]);
	},
);

it.each(globSync('{.,scripts/n8n/newest}/package-lock.json'))('%s names no registry', (file) => {
	expect(read(file)).not.toContain('"resolved": "http');
});

it('a clone says that it needs no more than the Node that its commands take', () => {
	const [, node] = /OLDEST_NODE = (\d+)/.exec(read('scripts/setup/setup.mjs'))!;
	expect(read('README.md')).toContain(`needs Node ${node} or newer and npm`);
	expect(read('CONTRIBUTING.md')).toContain(`Node ${node} or newer and npm are enough`);
});
