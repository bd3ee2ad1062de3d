import type { Operation } from '../../../shared/operation/operation';
import { statement } from './statement';

const option: Operation['option'] = {
	name: 'Get Usage',
	value: 'getUsage',
	action: 'Get credit usage',
	description: 'Read the credits that were used and not invoiced yet',
};

export const operation: Operation = { ...statement('/usage'), option, fields: [] };
