import { notFound } from '../http/problem.ts';
import { operation, type Desk } from './operation.ts';

const ofThis = ({ tenants }: Desk) => {
	if (!tenants) throw notFound('A tenant of a tenant');
	return tenants;
};

/** Tests that run side by side in one sandbox, each with an account, state and clock of its own. */
export const TENANTS_OPERATIONS = [
	operation({
		method: 'GET',
		path: '/tenants',
		summary: 'All tenants',
		run: (_call, desk) => ofThis(desk).list(),
	}),
	operation({
		method: 'POST',
		path: '/tenants',
		summary: 'Opens an account with its own address, state and clock; gone when the sandbox ends',
		run: (_call, desk) => ofThis(desk).open(),
	}),
	operation({
		method: 'DELETE',
		path: '/tenants/{id}',
		summary: 'Removes a tenant and all that it has',
		run: async ({ params }, desk) => {
			if (!(await ofThis(desk).close(params.id ?? ''))) throw notFound('The tenant');
		},
	}),
];
