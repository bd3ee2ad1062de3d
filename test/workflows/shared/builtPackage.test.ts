/** What n8n finds in the built package, beside the sources of which it was made. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { n8n } from '../../../package.json';

const doors = [...n8n.nodes, ...n8n.credentials];

function instanceFrom(file: string): object {
	const [className = ''] = path.basename(file).split('.');
	const found = jest.requireActual<Record<string, new () => object>>(path.resolve(file));
	return new found[className]!();
}

/** Without functions. */
const plain = (instance: object) => JSON.parse(JSON.stringify(instance)) as unknown;

it.each(doors)('%s has the form of its source', (door) => {
	const source = door.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	expect(plain(instanceFrom(door))).toEqual(plain(instanceFrom(source)));
});

it.each(n8n.nodes)('%s gives n8n a form of its own each time, which n8n may complete', (door) => {
	const [one, other] = [instanceFrom(door), instanceFrom(door)] as Array<{
		description: { properties: unknown[] };
	}>;
	one!.description.properties.length = 0;
	expect(other!.description.properties).not.toEqual([]);
});

it('n8n reads the forms at its start, and loads the code of a node when it is needed', () => {
	const script = `
		const { LazyPackageDirectoryLoader } = require('n8n-core');
		const loader = new LazyPackageDirectoryLoader(process.cwd());
		const loaded = () => Object.keys(require.cache).filter((file) => file.endsWith('.node.js')).length;
		loader.loadAll().then(() => {
			loader.getCredential('eSignatureApi');
			const { nodes } = loader.known;
			const before = loaded();
			const runnable = Object.keys(nodes).filter((name) => loader.getNode(name).type.description.name === name);
			const forms = loader.types.nodes.slice(0, Object.keys(nodes).length).map(({ name }) => name);
			console.log(JSON.stringify({ before, after: loaded(), runnable, forms }));
		});
	`;
	const said = execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
	const names = n8n.nodes.map((file) => path.basename(file, '.node.js').replace('ES', 'eS'));
	expect(JSON.parse(said)).toEqual({
		before: 0,
		after: names.length,
		runnable: names,
		forms: names,
	});
});
