/** Runs a form of a row, and says what no run may do. */
import type { INodeParameters } from 'n8n-workflow';
import { matchesCall } from '../../../sandbox/http/pathPattern.ts';
import type { InputItem } from '../../support/engine/engine.ts';
import { expectNoSecret } from '../../support/service/secrets.ts';
import { secretsOf } from '../../support/service/service.ts';
import type { Cell } from './cells.ts';
import { headOf } from './form.ts';
import type { Stage } from './row.ts';

export const GOES_ON = { onError: 'continueRegularOutput' } as const;

/** zod's own words, which do not say what to do. */
export const NOT_OUR_WORDS =
	/\b(Invalid|Required|Expected|must be (greater|less) than|must contain)\b/;

interface Run {
	parameters: INodeParameters;
	items?: InputItem[];
	settings?: object;
}

export async function run(cell: Cell, { service }: Stage, { parameters, ...more }: Run) {
	const { engine, sandbox } = service;
	sandbox.calls.clear();
	const form = { ...headOf(cell), ...parameters };
	const result = await engine.run({ type: cell.node, parameters: form, ...more });
	expectNoSecret(result, secretsOf(engine));
	expect(undeclaredCalls(cell, sandbox)).toEqual([]);
	return result;
}

/** Beside them: a login, a question without meaning before a large file, and what the service fetches by itself. */
const BESIDE = /\/access\/login$|\/0{8}-[0-]+|^[A-Z]+ (?!(\/validation)?\/v\d\/)/;

function undeclaredCalls({ endpoints }: Cell, { calls }: Stage['service']['sandbox']): string[] {
	return calls
		.matching({})
		.filter((call) => !endpoints.some(({ method, path }) => matchesCall({ method, path }, call)))
		.map(({ method, path }) => `${method} ${path}`)
		.filter((call) => !BESIDE.test(call));
}
