/** Every operation with the versions that it says it has, times the dialects that offer it. */
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Endpoint } from '../../../nodes/shared/client/call';
import { DIALECTS, type Dialect } from '../../../sandbox/state/dialect.ts';
import { VERSIONS, type Version } from '../../../sandbox/state/version.ts';
import { nodes } from '../../support/operations/descriptions.ts';
import { operationFiles } from '../../support/operations/operations.ts';

export interface OfferedOperation {
	node: string;
	description: INodeTypeDescription;
	resource: string;
	operation: string;
	versions: readonly Version[];
	dialects: readonly Dialect[];
	endpoints: readonly Endpoint[];
	/** What the operation comes down to. */
	call: Endpoint;
	needsNoToken: boolean;
	/** Whether that must not be sent twice; a deletion may, since gone is gone. Reads do not act. */
	acts?: 'once' | 'again';
}

export const offered: OfferedOperation[] = operationFiles.map(
	({ file, operation: { option, versions = VERSIONS, dialects = DIALECTS, endpoints } }) => {
		const [, folder = '', resource = ''] = file.split(path.sep);
		const { description } = nodes.find((one) => path.basename(one.folder) === folder)!;
		// An operation that works on this computer alone has none.
		const call: Endpoint = endpoints[0] ?? { method: 'GET', path: '/nowhere', needsNoToken: true };
		return {
			node: description.name,
			description,
			resource,
			operation: String(option.value),
			versions: [...versions].sort(),
			dialects,
			endpoints,
			call: { method: call.method, path: call.path },
			needsNoToken: call.needsNoToken ?? false,
			acts: actsBy(call),
		};
	},
);

function actsBy(call: Endpoint): OfferedOperation['acts'] {
	if (call.method === 'GET') return undefined;
	return mayRepeat(call) || call.changesNothing ? 'again' : 'once';
}

/** Stated a second time, so that a mistake in the nodes shows. */
export function mayRepeat({ method }: Endpoint): boolean {
	return method === 'GET' || method === 'DELETE';
}

export interface Cell extends Omit<OfferedOperation, 'versions' | 'dialects'> {
	version: Version;
	dialect: Dialect;
	/** Whether the operation has no newer version. */
	isNewest: boolean;
}

/** The newest version last. */
export const cellsOf = ({ versions, dialects, ...operation }: OfferedOperation): Cell[] =>
	dialects.flatMap((dialect) =>
		versions.map((version) => {
			const isNewest = version === versions.at(-1);
			return { ...operation, version, dialect, isNewest };
		}),
	);

export const nameOf = ({ resource, operation }: Pick<Cell, 'resource' | 'operation'>) =>
	`${resource} ${operation}`;

/** Send and Wait reads a new request with the code of Create. */
const sameForm: Record<string, string> = { 'request sendAndWait': 'request create' };

/** By whose form an operation is read. */
export function formNameOf(cell: Pick<Cell, 'resource' | 'operation'>): string {
	return sameForm[nameOf(cell)] ?? nameOf(cell);
}
