import { z } from 'zod/v4';
import { notFound } from '../http/problem.ts';
import { operation, type Desk } from './operation.ts';

const ofThis = ({ tenants }: Desk) => {
	if (!tenants) throw notFound('A tenant of a tenant');
	return tenants;
};

const TenantShown = z.object({
	id: z.string(),
	address: z.url().describe('All of the service, its pages and its control calls are below it'),
	username: z.string(),
	apiKey: z.string(),
});

/** Tests that run side by side in one sandbox, each with an account, state and clock of its own. */
export const TENANTS_OPERATIONS = [
	operation({
		method: 'GET',
		path: '/tenants',
		summary: 'All tenants',
		answer: z.array(TenantShown),
		refusals: [404],
		run: (_call, desk) => ofThis(desk).list(),
	}),
	operation({
		method: 'POST',
		path: '/tenants',
		summary: 'Opens an account with its own address, state and clock; gone when the sandbox ends',
		answer: TenantShown,
		refusals: [404],
		run: (_call, desk) => ofThis(desk).open(),
	}),
	operation({
		method: 'DELETE',
		path: '/tenants/{id}',
		summary: 'Removes a tenant and all that it has',
		refusals: [404],
		run: async ({ params }, desk) => {
			if (!(await ofThis(desk).close(params.id ?? ''))) throw notFound('The tenant');
		},
	}),
];
