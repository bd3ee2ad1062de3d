import type { Operation } from '../../shared/execution/operation';
import { statement } from './statement';

const option: Operation['option'] = {
	name: 'Get Usage',
	value: 'getUsage',
	action: 'Get credit usage',
	description: "Get the used credits that aren't invoiced yet",
};

export const operation: Operation = { ...statement('/usage'), option, fields: [] };
