import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import type { ItemContext } from '../../../shared/operation/operation';
import { validationRefusals } from '../refusals';

export function creditEndpoint(path: string): Endpoint {
	return {
		interface: 'validation',
		method: 'GET',
		path: `/billing/credits${path}`,
		refusals: validationRefusals,
	};
}

export function creditCall({ itemIndex }: ItemContext, endpoint: Endpoint): Call {
	return { ...callTo(endpoint), version: 'v1', itemIndex };
}
