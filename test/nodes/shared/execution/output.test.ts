import type { INodeProperties } from 'n8n-workflow';
import { outputFields } from '../../../../nodes/shared/execution/output';

it.each([
	['people Simplify', false, ['simplify']],
	['agents Output and its fields', true, ['output', 'outputFields']],
])('shows %s', (_title, isTool, names) => {
	const fields: INodeProperties[] = outputFields(['id']);
	const shown = fields.filter(({ displayOptions }) =>
		displayOptions?.show?.['@tool']?.includes(isTool),
	);
	expect(shown.map(({ name }) => name)).toEqual(names);
});
