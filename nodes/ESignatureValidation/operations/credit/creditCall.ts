import type { Call } from '../../../shared/http/call';
import type { Turn } from '../../../shared/operation/operation';

export function creditCall({ itemIndex }: Turn, path: string): Call {
	return {
		interface: 'validation',
		version: 'v1',
		method: 'GET',
		path: `/billing/credits${path}`,
		purpose: 'useValidation',
		itemIndex,
	};
}
