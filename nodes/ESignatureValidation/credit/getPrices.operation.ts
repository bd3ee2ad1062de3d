import type { Operation } from '../../shared/execution/operation';
import { statement } from './statement';

const option: Operation['option'] = {
	name: 'Get Prices',
	value: 'getPrices',
	action: 'Get prices in credits',
	description: 'Get the price of each validation call',
};

export const operation: Operation = { ...statement('/infos'), option, fields: [] };
