import { globSync, readFileSync } from 'node:fs';
import type { NodeUnderTest } from './descriptions.ts';
import type { House, OperationPlace } from './operationParts.ts';
import path from 'node:path';

/** This repository. */
export const house: House = {
	files: globSync(['nodes/**/*.{ts,json}', 'test/workflows/**/*.test.ts']),
	read: (file) => readFileSync(file, 'utf8'),
};

export function placesOf({ folder, description, operations }: NodeUnderTest): OperationPlace[] {
	const resources = new Set(operations.map(({ resource }) => resource));
	return operations.map((operation) => ({
		...operation,
		node: path.basename(folder),
		nodeName: description.displayName,
		isOneOfSeveral: resources.size > 1,
	}));
}
