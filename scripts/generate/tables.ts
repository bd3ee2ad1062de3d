/** Tables of our pages that follow from the operations. */
import type { ExplainedRefusal } from '../../nodes/shared/client/problemTable';
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

/** What a call says of its own refusals comes first, as in the nodes. */
export function refusalsTable(
	operations: ShownOperation[],
	problemTable: readonly ExplainedRefusal[],
): string {
	const own = new Map<string, { refusals: ExplainedRefusal[]; operations: ShownOperation[] }>();
	for (const shown of operations) {
		for (const refusal of shown.operation.endpoints.flatMap(({ refusals = [] }) => refusals)) {
			const words = refusal.message + refusal.remedy;
			const row = own.get(words) ?? { refusals: [], operations: [] };
			row.refusals.push(refusal);
			row.operations.push(shown);
			own.set(words, row);
		}
	}
	const rows = [...own.values()].map((row) => [
		recognisedBy(row.refusals),
		namesOf(row.operations, operations),
		row.refusals[0]!.message,
		row.refusals[0]!.remedy,
	]);
	const everywhere = problemTable.map((refusal) => [
		recognisedBy([refusal]),
		'all',
		refusal.message,
		refusal.remedy,
	]);
	return table(
		['Status or key', 'Operations', 'What you read', 'What to do'],
		[...rows, ...everywhere],
	);
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

/** How a refusal is recognised. */
function recognisedBy(refusals: ExplainedRefusal[]): string {
	const marks = refusals.map(({ key, type, status }) => {
		if (key !== undefined) return `\`${asPrefix(key)}\``;
		return [status, type].filter((part) => part !== undefined).join(', ');
	});
	return [...new Set(marks)].join('; ');
}

/** `/^file\.pdf\./` is `file.pdf.*`. */
const asPrefix = (key: string | RegExp) =>
	typeof key === 'string' ? key : `${key.source.replace('^', '').replaceAll('\\', '')}*`;

/** By resource; all of its operations are not named one by one. */
function namesOf(some: ShownOperation[], operations: ShownOperation[]): string {
	return [...new Set(some.map(({ resource }) => resource))]
		.map((resource) => {
			const isOwn = (one: ShownOperation) => one.resource === resource;
			const names = new Set(some.filter(isOwn).map(({ name }) => name));
			const isAll = names.size === operations.filter(isOwn).length;
			return `${resource}: ${isAll ? 'all' : [...names].join(', ')}`;
		})
		.join('; ');
}

function table(head: string[], rows: string[][]): string {
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
