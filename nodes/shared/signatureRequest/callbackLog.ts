import { z } from 'zod/v3';

import type { Endpoint } from '../http/endpoint';

export const getCallbacks: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}/callbacks',
};

/** One entry for each event of a request that the service calls for. */
export const CallbackLog = z.array(z.record(z.unknown()));
