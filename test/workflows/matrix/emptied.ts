/** Forms with fields that hold nothing, and what a call of them contains. */
import type { INodeParameters } from 'n8n-workflow';
import type { Cell } from './cells.ts';
import { shownFields, valueAt, withValue } from './form.ts';
import type { ShownField } from './form.ts';
import type { Stage } from './row.ts';

type Sent = Stage['service']['wire'][number];

/** What the calls contain, a line for each value; ids, addresses of this machine and proofs differ from run to run. */
export function contentOf({ service }: Stage, isAsked: (sent: Sent) => boolean = () => true) {
	const calls = service.wire.splice(0).filter(isAsked);
	const lines = calls.flatMap(({ method, path, body }) => {
		const [place = '', query = ''] = path.split('?');
		const asked = [...new URLSearchParams(query)].map(([name, value]) => `${name}="${value}"`);
		return [`${method} ${place}`, ...asked, ...leavesOf(body)];
	});
	const changing = /ob_[\w-]+|[0-9a-f]{8}-[0-9a-f-]{27}|127\.0\.0\.1:\d+|(?<=^callback_.*\?).*/gi;
	return new Set(lines.filter((line) => !isLogin(line)).map((line) => line.replace(changing, '…')));
}

const isLogin = (line: string) => line.includes('/access/login');

function leavesOf(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, name));
	if (typeof value !== 'object' || value === null) {
		// A file was entered, whatever it is; some are written anew each time.
		const shown = name === 'content' ? '…' : JSON.stringify(value);
		return value === undefined ? [] : [`${name}=${shown}`];
	}
	return Object.entries(value).flatMap(([member, one]) => leavesOf(one, member));
}

export function withExpression(
	expression: string,
	parameters: INodeParameters,
	fields: ShownField[],
): INodeParameters {
	return fields.reduce((form, { place, field }) => {
		const isPicked = field.type === 'resourceLocator';
		const value = isPicked ? { __rl: true, mode: 'id', value: expression } : expression;
		return withValue(form, place, value);
	}, parameters);
}

/** Those that an expression can fill; an option must have been added for that. */
export const expressible = (cell: Cell, parameters: INodeParameters) =>
	shownFields(cell, parameters).filter(
		({ field, place }) =>
			!field.noDataExpression && valueAt(parameters, place.slice(0, -1)) !== undefined,
	);
