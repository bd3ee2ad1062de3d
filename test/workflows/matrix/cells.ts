/** Every operation with the versions that it says it has, times both dialects. */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Operation } from '../../../nodes/shared/operation/operation';
import { DIALECTS } from '../../../sandbox/state/dialect.ts';
import type { Dialect } from '../../../sandbox/state/dialect.ts';
import { VERSIONS } from '../../../sandbox/state/version.ts';
import type { Version } from '../../../sandbox/state/version.ts';
import { nodes } from '../../support/descriptions.ts';

export interface OfferedOperation {
	node: string;
	description: INodeTypeDescription;
	resource: string;
	operation: string;
	versions: readonly Version[];
}

/** Read from the files and not from the nodes' tables, so that a forgotten file is noticed too. */
export const offered: OfferedOperation[] = globSync('nodes/**/*.operation.ts')
	.sort()
	.map((file) => {
		const [, folder = '', , ...place] = file.split(path.sep);
		const { description, operations } = nodes.find((one) => path.basename(one.folder) === folder)!;
		const { option, versions = VERSIONS } = operationIn(file);
		const [first = ''] = place;
		const [only = ''] = new Set(operations.map(({ resource }) => resource));
		return {
			node: description.name,
			description,
			resource: place.length > 1 ? first : only,
			operation: String(option.value),
			versions: [...versions].sort(),
		};
	});

function operationIn(file: string): Operation {
	const exported = jest.requireActual<Record<string, Operation>>(path.resolve(file));
	return Object.values(exported).find((one) => typeof one.execute === 'function')!;
}

export interface Cell extends Omit<OfferedOperation, 'versions'> {
	version: Version;
	dialect: Dialect;
}

export const cellsOf = ({ versions, ...operation }: OfferedOperation): Cell[] =>
	DIALECTS.flatMap((dialect) => versions.map((version) => ({ ...operation, version, dialect })));

export const nameOf = ({ resource, operation }: Pick<Cell, 'resource' | 'operation'>) =>
	`${resource} ${operation}`;
