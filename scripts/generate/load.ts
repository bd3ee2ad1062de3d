/** The nodes with their operations, as they are written now. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import type {
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';

import type { Endpoint } from '../../nodes/shared/client/call';
import type {
	kinds,
	SignerProperty,
} from '../../nodes/ESignatureRequest/signerEntry/signerProperties';
import type { localProblems } from '../../nodes/shared/client/errors';
import type { ExplainedRefusal } from '../../nodes/shared/client/problemTable';
import type { Operation, Operations } from '../../nodes/shared/execution/operation';
import manifest from '../../package.json' with { type: 'json' };

/** An operation under the names that users see. */
export interface ShownOperation {
	node: string;
	resource: string;
	name: string;
	operation: Operation;
	type: string;
	/** As workflows save them. */
	ids: { resource: string; operation: string };
}

export interface Loaded {
	operations: ShownOperation[];
	/** Of the triggers too. */
	descriptions: INodeTypeDescription[];
	NodeHelpers: typeof NodeHelpers;
	problemTable: readonly ExplainedRefusal[];
	localProblems: typeof localProblems;
	isDeclaredDescribed: (call: Endpoint) => boolean;
	signerProperties: readonly SignerProperty[];
	kinds: typeof kinds;
}

/** In the order of the forms: nodes, resources, then operations by name. */
export async function load(): Promise<Loaded> {
	const nodes = manifest.n8n.nodes.map((built) =>
		path.posix.dirname(built).replace(/^dist\//, './'),
	);
	const code = await bundled([
		...nodes.flatMap((folder, at) => [
			`export { ${path.basename(folder)} as Node${at} } from '${folder}/${path.basename(folder)}.node';`,
			...(existsSync(`${folder}/operations.ts`)
				? [`export { operations as operations${at} } from '${folder}/operations';`]
				: []),
		]),
		"export { NodeHelpers } from 'n8n-workflow';",
		"export { kinds, signerProperties } from './nodes/ESignatureRequest/signerEntry/signerProperties';",
		"export { localProblems } from './nodes/shared/client/errors';",
		"export { problemTable } from './nodes/shared/client/problemTable';",
		"export { isDeclaredDescribed } from './test/wire/calls';",
	]);
	const types = nodes.map((_, at) => new (code[`Node${at}`] as new () => INodeType)());
	const operations = types.flatMap((type, at) => {
		const own = code[`operations${at}`] as Operations | undefined;
		return own ? shownOperations(type, own) : [];
	});
	const descriptions = types.map(({ description }) => description);
	return { ...(code as unknown as Loaded), operations, descriptions };
}

/** Node itself does not read the imports of the nodes, which have no file extension. */
async function bundled(lines: string[]): Promise<Record<string, unknown>> {
	const outfile = path.resolve('.tmp/generate.cjs');
	await build({
		stdin: { contents: lines.join('\n'), resolveDir: process.cwd() },
		outfile,
		bundle: true,
		platform: 'node',
		external: ['ajv', 'n8n-workflow', 'zod'],
	});
	return createRequire(import.meta.url)(outfile) as Record<string, unknown>;
}

function shownOperations({ description }: INodeType, operations: Operations): ShownOperation[] {
	const { options = [] } = description.properties.find(({ name }) => name === 'resource')!;
	return (options as INodePropertyOptions[]).flatMap(({ name: resource, value }) =>
		Object.values(operations[String(value)] ?? {})
			.map((operation) => ({
				node: description.displayName,
				resource,
				name: operation.option.name,
				operation,
				type: description.name,
				ids: { resource: String(value), operation: String(operation.option.value) },
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
	);
}
