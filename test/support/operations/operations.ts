/** Every operation, read from the files and not from the nodes' tables, so that a forgotten file is noticed too. */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Operation } from '../../../nodes/shared/execution/operation';

export const operationFiles = globSync('nodes/**/*.operation.ts')
	.sort()
	.map((file) => ({ file, operation: operationIn(file) }));

/** Every call that an operation declares, once. */
export const endpoints = [
	...new Set(operationFiles.flatMap(({ operation }) => operation.endpoints)),
];

function operationIn(file: string): Operation {
	return jest.requireActual<{ operation: Operation }>(path.resolve(file)).operation;
}
