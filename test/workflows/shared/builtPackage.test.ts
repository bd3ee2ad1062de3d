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

/** With functions as a word, those of the class among them. */
function plain(instance: object): unknown {
	const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(instance));
	const whole = { ...instance, ...Object.fromEntries(methods.map((name) => [name, () => name])) };
	const text = JSON.stringify({ ...whole, constructor: undefined }, (_, value: unknown) =>
		typeof value === 'function' ? 'a function' : value,
	);
	return JSON.parse(text);
}

it.each(doors)('%s has the form and the functions of its source', (door) => {
	const source = door.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	expect(plain(instanceFrom(door))).toEqual(plain(instanceFrom(source)));
});

it('gives n8n a form of its own each time, which it may complete', () => {
	const [door] = n8n.nodes as [string];
	const [one, other] = [instanceFrom(door), instanceFrom(door)] as Array<{
		description: { properties: unknown[] };
	}>;
	one!.description.properties.length = 0;
	expect(other!.description.properties).not.toEqual([]);
});

it('loads no code before a node runs', () => {
	const script = `
		const made = ${JSON.stringify(doors)}.flatMap((door) =>
			Object.values(require(require('node:path').resolve(door))).map((Class) => new Class()));
		const isLoaded = () => Object.keys(require.cache).some((file) => file.endsWith('code.js'));
		const before = isLoaded();
		made[0].execute.call({}).catch(() => {}).then(() => console.log(before, isLoaded()));
	`;
	const said = execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
	expect(said.trim()).toBe('false true');
});
