import { readFileSync } from 'node:fs';
import { SetupError } from '../command.mjs';

/** Operations whose output is what a template's is. */
const models = {
	credit: 'ESignatureValidation/__schema__/v1.0.0/credit/getUsage.json',
	document: 'ESignatureDocument/__schema__/v1.0.0/document/get.json',
	observer: 'ESignatureRequest/__schema__/v1.0.0/observer/getMany.json',
	request: 'ESignatureRequest/__schema__/v1.0.0/request/get.json',
	validation: 'ESignatureValidation/__schema__/v1.0.0/validation/getInfo.json',
};

/** For the README and the CHANGELOG. */
const readings = {
	credit: 'the credits used',
	document: 'a document',
	observer: 'the observers of a request',
	request: 'a signature request',
	validation: 'the result of a validation',
};

/** Texts by file: `added` must not be there yet. `read` answers with the text of a file below the root. */
export function planFor({ node, resource, name, displayName, template }, read) {
	const nodeFile = `nodes/${node}/${node}.node.ts`;
	const source = read(nodeFile);
	const exported = exportedName({ name, resource, source });
	const nodeName = find(source, /displayName: '([^']+)'/, nodeFile);
	const resourceName = find(source, new RegExp(`name: '([^']+)', value: '${resource}'`), nodeFile);
	const values = {
		node,
		resource,
		name,
		displayName,
		exported,
		resourceName,
		sentence: inSentenceCase(displayName),
		run: template === 'document' ? documentRun(node, name) : '',
	};
	const ownFolder = source.includes(`./operations/${resource}/`) ? `${resource}/` : '';
	const changed = ownFolder ? `${nodeName} node, ${resourceName}` : `${nodeName} node`;
	const reading = readings[template];
	return {
		added: {
			[`nodes/${node}/operations/${ownFolder}${name}.operation.ts`]: filled(
				`${template}.operation`,
				values,
			),
			[`nodes/${node}/__schema__/v1.0.0/${resource}/${name}.json`]: read(
				`nodes/${models[template]}`,
			),
			[`test/workflows/${node}/${ownFolder}${name}.operation.test.ts`]: filled(
				`${template}.test`,
				values,
			),
		},
		changed: {
			[nodeFile]: registered(source, { resource, name, exported, ownFolder, nodeFile }),
			'README.md': withRow(read('README.md'), [nodeName, resourceName, displayName], reading),
			'CHANGELOG.md': withLine(
				read('CHANGELOG.md'),
				`- ${changed}: **${displayName}** reads ${reading}.`,
			),
		},
	};
}

function filled(template, values) {
	const text = readFileSync(new URL(`${template}.txt`, import.meta.url), 'utf8');
	return text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

function find(text, pattern, file) {
	const [, found] = pattern.exec(text) ?? [];
	if (found === undefined) throw new SetupError(`${file} has nothing like ${pattern}.`);
	return found;
}

const reserved = ['delete', 'new', 'void', 'export', 'import', 'return', 'switch', 'default'];

/** The operation's own name, or with the resource where that one is taken: `get`, `getObserver`. */
function exportedName({ name, resource, source }) {
	const taken = [...source.matchAll(/^import \{ (\w+) \}/gm)].map(([, imported]) => imported);
	const isFree = (candidate) => !taken.includes(candidate) && !reserved.includes(candidate);
	const longer = `${name}${resource[0].toUpperCase()}${resource.slice(1)}`;
	return isFree(name) ? name : longer;
}

/** "Get ETSI Report" as "Get ETSI report". */
function inSentenceCase(displayName) {
	const [first, ...rest] = displayName.split(' ');
	const small = rest.map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word));
	return [first, ...small].join(' ');
}

function documentRun(node, name) {
	return node === 'ESignatureSeal' ? `seal({ operation: '${name}', ` : `document('${name}', { `;
}

/** The node file with the import and the entry. */
function registered(source, { resource, name, exported, ownFolder, nodeFile }) {
	const entries = new RegExp(`(\\n\\t${resource}: \\{)([^{}]*?),?(\\s*\\})`);
	const [, , present] = entries.exec(source) ?? [];
	const lastImport =
		/^import .* from '\.\/operations\/.*';\n(?![^]*^import .* from '\.\/operations\/)/m;
	if (present === undefined || !lastImport.test(source)) {
		throw new SetupError(`${nodeFile} has no entries for ${resource}, or imports no operation.`);
	}
	const names = present.split(',').map((entry) => entry.split(':')[0].trim());
	if (names.includes(name)) {
		throw new SetupError(
			`${resource} has an operation "${name}" already. Choose another name; nothing was written.`,
		);
	}
	const entry = name === exported ? name : `${name}: ${exported}`;
	const from = `./operations/${ownFolder}${name}.operation`;
	return source
		.replace(entries, `$1$2, ${entry}$3`)
		.replace(lastImport, (line) => `${line}import { ${exported} } from '${from}';\n`);
}

/** Behind the last row of its resource. */
function withRow(readme, cells, reading) {
	const rowsOf = (...begin) => new RegExp(`^\\| ${begin.join(' +\\| ')} +\\|.*$`, 'gm');
	if (rowsOf(...cells).test(readme)) {
		throw new SetupError(`The README has a row for ${cells.join(', ')} already.`);
	}
	const last = [...readme.matchAll(rowsOf(...cells.slice(0, 2)))].pop();
	if (!last) throw new SetupError(`The README has no row for ${cells.slice(0, 2).join(', ')}.`);
	const end = last.index + last[0].length;
	const row = `| ${cells.join(' | ')} | Reads ${reading} |`;
	return `${readme.slice(0, end)}\n${row}${readme.slice(end)}`;
}

/** At the end of the newest version. */
function withLine(changelog, line) {
	const [before, newest, ...older] = changelog.trimEnd().split(/\n(?=## )/);
	return [before, `${(newest ?? '').trimEnd()}\n${line}\n`, ...older].join('\n');
}
