import type { Operation } from '../../../shared/operation/operation';
import { statement } from './statement';

const option: Operation['option'] = {
	name: 'Get Prices',
	value: 'getPrices',
	action: 'Get prices in credits',
	description: 'Read what each call of the validation interface costs',
};

export const operation: Operation = { ...statement('/infos'), option, fields: [] };
