/** docs/faults.md, whose results are written by a test; all other words follow from faults and operations. */
import { readFileSync } from 'node:fs';
import { kinds } from '../../test/workflows/matrix/faults/kinds.ts';
import {
	hasResults,
	lookAfter,
	readPage,
	writePage,
} from '../../test/workflows/matrix/faults/page.ts';
import type { ShownOperation } from './load.ts';

export const FAULTS_PAGE = 'docs/faults.md';

const nameOf = ({ resource, name }: ShownOperation) => `${resource}: ${name}`;
const results = () => readPage(readFileSync(FAULTS_PAGE, 'utf8'));

/** With the results that it has, of operations that still exist. */
export function faultsPage(operations: ShownOperation[]): string {
	const names = operations.map(nameOf);
	const left = [...results()].map(
		([title, lines]) =>
			[title, new Map([...lines].filter(([name]) => names.includes(name)))] as const,
	);
	const looks = operations.flatMap((one) => lookAfter(nameOf(one), one.operation.endpoints[0]!));
	return writePage(kinds, new Map(left), new Map(looks));
}

export function withoutResults(operations: ShownOperation[]): string[] {
	const known = results();
	return operations.map(nameOf).filter((name) => !hasResults(known, name));
}
