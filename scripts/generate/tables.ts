/** Tables of our pages that follow from the operations. */
import type { Explanation } from '../../nodes/shared/client/problemTable';
import type { SignerProperty } from '../../nodes/ESignatureRequest/signerEntry/signerProperties';
import type { Loaded, ShownOperation } from './load.ts';

const ALL_VERSIONS = ['v1', 'v2', 'v3'] as const;

export function operationsTable(operations: ShownOperation[]): string {
	const rows = operations.map(({ node, resource, name, operation }) => {
		const { option, versions = ALL_VERSIONS, endpoints } = operation;
		const isVersioned = endpoints[0]?.interface !== 'validation';
		const shown = isVersioned ? [...versions].sort().join(', ').toUpperCase() : '–';
		return [node, resource, name, option.description ?? '', shown];
	});
	return table(['Node', 'Resource', 'Operation', 'What it does', 'API versions'], rows);
}

/** By the start of the remedy, in the order in which a user tries them. */
const remedies = [
	{ heading: 'Fix it yourself', isFor: () => true },
	{
		heading: 'Ask Skribble',
		isFor: (remedy: string) => /\bask Skribble's support\b/i.test(remedy),
	},
	{ heading: 'Wait and try again', isFor: (remedy: string) => remedy.startsWith('Try again') },
];

/** Every title of a refusal once. Some begin with a field, as in "Document: …". */
export function refusalsTables(
	operations: ShownOperation[],
	problems: readonly Explanation[],
): string {
	const own = operations.flatMap(({ operation }) =>
		operation.endpoints.flatMap(({ refusals = [] }) => refusals),
	);
	const byTitle = new Map(
		[...problems, ...own].map(({ message, remedy }) => [
			`${message.replace(/^[\w ]+: /, '')}${remedy}`,
			{ title: message.replace(/^[\w ]+: /, ''), remedy },
		]),
	);
	const rows = [...byTitle.values()].sort((a, b) => a.title.localeCompare(b.title));
	return remedies
		.map(({ heading }, at) => {
			const isHere = ({ remedy }: { remedy: string }) =>
				remedies.findLastIndex(({ isFor }) => isFor(remedy)) === at;
			const shown = rows.filter(isHere).map(({ title, remedy }) => [title, remedy]);
			return `## ${heading}\n\n${table(['Title', 'What to do'], shown)}`;
		})
		.join('\n\n');
}

/** The signer types, and the properties of each. */
export function signersTable({
	kinds,
	signerProperties,
}: Pick<Loaded, 'kinds' | 'signerProperties'>): string {
	const everyone = Object.keys(kinds).length;
	const usersOf = (property: SignerProperty) =>
		property.uses.map(({ kinds: users, versions = ALL_VERSIONS, required }) => {
			const names = users.length === everyone ? ['all'] : users.map((kind) => kinds[kind].name);
			const only = versions.length < ALL_VERSIONS.length && versions.join(', ').toUpperCase();
			const more = [only, required && 'required'].filter(Boolean).join(', ');
			return `${names.join(' · ')}${more ? ` (${more})` : ''}`;
		});
	const types = Object.entries(kinds).map(([value, { name, description = '', versions }]) => [
		name,
		`\`${value}\``,
		description,
		versions ? versions.join(', ').toUpperCase() : 'all',
	]);
	const rows = signerProperties.map((property) => {
		const { name, displayName } = property.field;
		return [`\`${name}\``, displayName, usersOf(property).join('<br>')];
	});
	return [
		table(['Signer', '`kind` in JSON', 'When', 'API versions'], types),
		'A signer has these properties:',
		table(['In JSON', 'In the form', 'Signer types'], rows),
	].join('\n\n');
}

function table(head: string[], rows: string[][]): string {
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
