import { NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions } from 'n8n-workflow';

import { field } from '../form/field';
import { titleFor } from '../form/readForm';
import { textThat } from '../form/readers';

/** Nothing that n8n, a proxy or the service would read differently: `:name` is a variable part for n8n. */
export const TriggerPath = textThat(
	(path) => /^\/?[\w-]+(\/[\w-]+){0,4}\/?$/.test(path),
	"isn't the end of a webhook URL\nUse letters without accents, digits, -, and _, in up to five parts with / between them, such as e-signature.",
).transform((path) => path.replace(/^\/|\/$/g, ''));

/** The same in the trigger and in Create, so that with one trigger nothing has to be typed. */
export const pathField = field({
	displayName: 'Path',
	name: 'path',
	type: 'string',
	required: true,
	reader: TriggerPath,
	default: 'e-signature',
	placeholder: 'e.g. e-signature',
});

/** The Path of a trigger in its URL. Where the webhook endpoints of n8n have other names, the last part. */
export function pathIn(triggerUrl: string): string {
	const { pathname } = new URL(triggerUrl);
	const known = /.*\/webhook(?:-test|-waiting)?\/(.*[^/])/.exec(pathname)?.[1];
	return (
		known ??
		pathname
			.split('/')
			.filter((part) => part !== '')
			.at(-1) ??
		''
	);
}

/** When n8n begins to listen: a trigger that could never be called is not published. */
export function requirePath(context: IHookFunctions): void {
	const { error } = TriggerPath.safeParse(context.getNodeParameter('path'));
	if (!error) return;
	const [problem = '', remedy = 'Enter a path, such as e-signature.'] =
		error.issues[0]?.message.split('\n') ?? [];
	throw new NodeOperationError(context.getNode(), titleFor(['Path'], problem), {
		description: `${remedy} Then publish the workflow again.`,
	});
}
