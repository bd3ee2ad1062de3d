import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { hintsOf, retrying } from '../../../../support/service/requestOperation';
import { startService } from '../../../../support/service/service';
import type { Service } from '../../../../support/service/service';

const ann = { kind: 'account', email: 'ann@example.com' };
const signers = (...signer: INodeParameters[]) => ({ signers: { signer } });
const copies = ['carl@example.com', 'Cleo@example.com'];
const observerPost = { method: 'POST', path: '/signature-requests/{id}/observers' };
const refused = { status: 400, body: { status: 400, message: 'no' } };

const create = async (service: Service, parameters: INodeParameters, settings = {}) =>
	await service.request('request', 'create', parameters, {
		items: [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }],
		settings,
	});

const requestsOf = (service: Service) => service.sandbox.store.requests;

describe('CC in v3', () => {
	const v3 = {
		apiVersion: 'v3',
		...signers(ann),
		options: { ccEmailAddresses: [...copies, 'carl@example.com'].join(', ') },
	};

	it('is a field of the request by contract', async () => {
		const service = await startService();
		const { error } = await create(service, v3);
		expect(error).toBeUndefined();
		const [request] = requestsOf(service);
		expect(request).toMatchObject({ status: 'OPEN', observers: [] });
		expect(request!.ccEmailAddresses).toEqual(expect.arrayContaining(copies));
	});

	it('becomes observers in the public regions, each once and before the request starts', async () => {
		const service = await startService({ dialect: 'public' });
		const { error } = await create(service, v3);
		expect(error).toBeUndefined();
		const [request] = requestsOf(service);
		expect(request).toMatchObject({ status: 'OPEN', ccEmailAddresses: [] });
		expect(request!.observers.map(({ who }) => who.toLowerCase())).toEqual(
			copies.map((email) => email.toLowerCase()),
		);
		const posts = service.sandbox.calls
			.filter(({ method }) => method === 'POST')
			.map(({ path }) => path.split('/').pop());
		expect(posts.slice(-4)).toEqual(['signature-requests', 'observers', 'observers', 'initiate']);
	});

	it('keeps the draft back when one cannot be added, and says who is missing', async () => {
		const service = await startService({ dialect: 'public' });
		service.sandbox.faults.add({ ...observerPost, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...observerPost, ...refused, times: 3 });
		const { error } = await create(service, v3, retrying);
		const requests = requestsOf(service);
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({ status: 'DRAFT' });
		expect(requests[0]!.observers).toHaveLength(1);
		expect(error?.description).toContain(`The draft ${requests[0]!.id} was not started`);
		expect(error?.description).toContain('Add Cleo@example.com with Observer: Add');
		expect(error?.description).not.toContain('Add carl@example.com');
	});

	it('goes on with the next attempt where the last one stopped', async () => {
		const service = await startService({ dialect: 'public' });
		service.sandbox.faults.add({ ...observerPost, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...observerPost, ...refused, times: 1 });
		const { error } = await create(service, v3, retrying);
		expect(error).toBeUndefined();
		const requests = requestsOf(service);
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({ status: 'OPEN' });
		expect(requests[0]!.observers).toHaveLength(2);
	});

	it('looks for an observer whose answer was lost, and adds no one twice', async () => {
		const service = await startService({ dialect: 'public' });
		service.sandbox.faults.add({ ...observerPost, reset: 'after', times: 1 });
		const { error } = await create(service, v3);
		expect(error).toBeUndefined();
		const [request] = requestsOf(service);
		expect(request).toMatchObject({ status: 'OPEN' });
		expect(request!.observers).toHaveLength(2);
	});
});

describe.each([
	['contract', 'v1'],
	['contract', 'v2'],
	['contract', 'v3'],
	['public', 'v2'],
	['public', 'v3'],
] as const)('Read access, %s %s', (dialect, apiVersion) => {
	const parameters = {
		apiVersion,
		...signers(ann, {
			kind: 'both',
			email: 'bob@example.com',
			firstName: 'Bob',
			lastName: 'Lee',
			mobileNumber: '41791234567',
			issuingCountry: 'CH',
		}),
		options: { readAccess: 'Reader@example.com' },
	};

	it('is there after Create, and everyone still signs', async () => {
		const service = await startService({ dialect, accounts: ['ann@example.com'] });
		const { error, ...result } = await create(service, parameters);
		expect(error).toBeUndefined();
		const [request] = requestsOf(service);
		expect(request).toMatchObject({ status: 'OPEN' });
		expect(request!.readAccess).toContain('Reader@example.com');
		expect(request!.signatures).toHaveLength(2);
		expect(hintsOf(result).join()).not.toMatch(/read access/);
	});
});

it('gives read access to the draft that a retry makes anew, and starts that', async () => {
	const service = await startService({ dialect: 'public', cascadeMs: 0 });
	const initiatePost = { method: 'POST', path: '/signature-requests/{id}/initiate' };
	service.sandbox.faults.add({ ...initiatePost, ...refused, times: 1 });
	const parameters = {
		apiVersion: 'v3',
		...signers(ann),
		options: { deleteLeftovers: true, readAccess: 'reader@example.com' },
	};
	const { error } = await create(service, parameters, retrying);
	expect(error).toBeUndefined();
	const requests = requestsOf(service);
	expect(requests).toHaveLength(1);
	expect(requests[0]).toMatchObject({ status: 'OPEN' });
	expect(requests[0]!.readAccess).toContain('reader@example.com');
});

it('says who has no read access when the service does not give it', async () => {
	const service = await startService({ dialect: 'public' });
	service.sandbox.faults.add({ method: 'PUT', path: '/signature-requests', ...refused });
	const { error, outputs, ...result } = await create(service, {
		...signers(ann),
		options: { readAccess: 'reader@example.com' },
	});
	expect(error).toBeUndefined();
	expect(hintsOf({ outputs, ...result })).toEqual([
		expect.stringMatching(/demo key/),
		expect.stringMatching(
			/did not give read access to reader@example.com for the request .* Update/,
		),
	]);
});
