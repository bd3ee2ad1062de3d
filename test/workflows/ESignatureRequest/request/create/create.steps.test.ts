import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { startAlteredService } from '../../../../support/service/alteredService';
import { hintsOf, retrying } from '../../../../support/service/requestOperation';
import { startService, type Service } from '../../../../support/service/service';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const file = (name: string) => ({ bytes: smallPdf, fileName: `${name}.pdf` });
const twoFiles = { files: { a: file('a'), b: file('b') } };
const v3: INodeParameters = {
	apiVersion: 'v3',
	binaryPropertyName: 'a, b',
	signers: { signer: [{ kind: 'email', email: 'ann@example.com' }] },
};
const deleting = { ...v3, options: { deleteLeftovers: true } };

const documentPost = { method: 'POST', path: '/documents' };
const requestPost = { method: 'POST', path: '/signature-requests' };
const initiatePost = { method: 'POST', path: '/signature-requests/{id}/initiate' };
const refused = { status: 400, body: { status: 400, message: 'no' } };

const requestsOf = ({ sandbox }: Service) => sandbox.store.requests;

const create = async (service: Service, parameters: INodeParameters, settings = {}) =>
	await service.request('request', 'create', parameters, { items: [twoFiles], settings });

/** What is in the service now; deleted requests take their documents with them a little later. */
async function stored(service: Service) {
	service.sandbox.faults.clear();
	const list = async (path: string) =>
		(await (await service.call(path)).json()) as Array<{ id: string; status_overall?: string }>;
	return {
		documents: (await list('/v2/documents')).map(({ id }) => id),
		requests: await list('/v2/signature-requests'),
	};
}

describe('When a later step of v3 is refused, Create says what exists', () => {
	it('after one of two uploads', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...documentPost, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...documentPost, ...refused });
		const { error } = await create(service, v3);
		const { documents, requests } = await stored(service);
		expect(documents).toHaveLength(1);
		expect(requests).toEqual([]);
		expect(error?.description).toContain(`Skribble still has: uploaded documents ${documents[0]}.`);
		expect(error?.description).toMatch(/Document From: Uploaded Document, or remove them/);
	});

	it('after the draft', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...initiatePost, ...refused });
		const { error } = await create(service, v3);
		const { documents, requests } = await stored(service);
		expect(requests).toMatchObject([{ status_overall: 'DRAFT' }]);
		expect(error?.description).toContain(
			`Skribble still has: draft request ${requests[0]!.id}, with uploaded documents `,
		);
		expect(error?.description?.match(UUID)?.sort()).toEqual([...documents, requests[0]!.id].sort());
		expect(error?.description).toMatch(/start it with Initiate, or remove it with Delete/);
	});
});

describe('Delete Leftovers on Failure', () => {
	it.each([
		['documents', requestPost, /deleted again: uploaded documents/],
		['the draft with its documents', initiatePost, /deleted again: draft request/],
	])('removes %s', async (_title, step, words) => {
		const service = await startService({ cascadeMs: 0 });
		service.sandbox.faults.add({ ...step, ...refused });
		const { error } = await create(service, deleting);
		expect(error?.description).toMatch(words);
		const { documents, requests } = await stored(service);
		expect(requests).toEqual([]);
		if (step === requestPost) expect(documents).toEqual([]);
	});

	it('never removes documents that were there before', async () => {
		const service = await startService();
		const before = await service.addDocument();
		service.sandbox.faults.add({ ...initiatePost, ...refused });
		const { error } = await create(service, {
			...v3,
			options: { deleteLeftovers: true, moreDocumentIds: before },
		});
		expect(error?.description).toMatch(
			/Nothing was deleted: .* documents that you uploaded earlier/,
		);
		const { documents, requests } = await stored(service);
		expect(documents).toHaveLength(3);
		expect(requests).toHaveLength(1);
	});

	it('removes nothing while no one knows whether the request exists', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...requestPost, reset: 'after' });
		const { error } = await create(service, deleting);
		expect(error?.description).toMatch(
			/Nothing was deleted, because the last step may have succeeded/,
		);
		const { documents, requests } = await stored(service);
		expect(documents).toHaveLength(2);
		expect(requests).toHaveLength(1);
	});

	it('removes nothing when one upload was refused and the answer to the other was lost', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...documentPost, ...refused, times: 1 });
		service.sandbox.faults.add({ ...documentPost, reset: 'after' });
		const { error } = await create(service, deleting);
		expect(error?.message).toMatch(/^Skribble didn't answer/);
		expect(error?.description).toMatch(/Check with Get Many of the E-Signature Document node/);
	});

	it('says when it did not succeed', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...requestPost, ...refused });
		service.sandbox.faults.add({ method: 'DELETE', path: /documents/, ...refused });
		const { error } = await create(service, deleting);
		expect(error?.description).toMatch(/Skribble still has: .* Not all of it could be deleted/);
		expect((await stored(service)).documents).toHaveLength(2);
	});

	it('lets Retry On Fail make anew what was removed', async () => {
		const service = await startService({ cascadeMs: 0 });
		service.sandbox.faults.add({ ...requestPost, ...refused, times: 1 });
		const { outputs, error } = await create(service, deleting, retrying);
		expect(error).toBeUndefined();
		const { documents, requests } = await stored(service);
		expect(outputs[0]![0]!.json.id).toBe(requests[0]!.id);
		expect(requests).toHaveLength(1);
		expect(documents).toHaveLength(2);
	});
});

describe('Retry On Fail creates nothing twice', () => {
	it.each([
		['an upload', documentPost],
		['the create', requestPost],
		['the start', initiatePost],
	])('when %s was refused once in v3', async (_title, step) => {
		const service = await startService();
		service.sandbox.faults.add({ ...step, ...refused, times: 1 });
		const { outputs, error } = await create(service, v3, retrying);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json.status).toBe('OPEN');
		const { documents, requests } = await stored(service);
		expect(documents).toHaveLength(2);
		expect(requests).toHaveLength(1);
	});

	it.each([
		['one of two uploads', documentPost, /attempt sent document [12], but got no answer/, 2],
		['the create', requestPost, /attempt sent this signature request, but got no answer/, 1],
	])('when %s got no answer', async (_title, step, message, calls) => {
		const service = await startService();
		service.sandbox.faults.add({ ...step, reset: 'after', times: 1 });
		const { error } = await create(service, v3, retrying);
		expect(error?.message).toMatch(message);
		expect(service.sandbox.calls.count(step)).toBe(calls);
	});

	it('when another item fails, and keeps no callback address for that', async () => {
		const service = await startService();
		const broken = { files: { a: { bytes: Buffer.from('no'), fileName: 'x' } } };
		const callbackAddress = 'https://n8n.acme.com/webhook/1';
		const { run, error } = await service.request(
			'request',
			'create',
			{ ...v3, binaryPropertyName: 'a', callbacks: 'triggerUrl', callbackAddress },
			{ items: [twoFiles, broken], settings: retrying },
		);
		expect(error?.message).toMatch(/isn't a PDF/);
		expect((await stored(service)).requests).toHaveLength(1);
		expect(JSON.stringify(run)).not.toContain('proof=');
	});

	it('when the answer has a field by which n8n knows a failure', async () => {
		const service = await startAlteredService(({ pathname }) =>
			pathname === '/v2/signature-requests'
				? { body: (created) => ({ ...(created as object), error: '' }) }
				: undefined,
		);
		const whole = { ...v3, apiVersion: 'v2', binaryPropertyName: 'a', simplify: false };
		const { outputs, error } = await create(service, whole, retrying);
		expect(error).toBeUndefined();
		expect(outputs[0]).toMatchObject([{ json: { error: '' } }]);
		expect(service.sandbox.store.requests).toHaveLength(1);
	});
});

describe('The start of a v3 request without an answer', () => {
	it('is settled by reading the request', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...initiatePost, reset: 'after' });
		const { outputs, error } = await create(service, v3);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json.status).toBe('OPEN');
		expect(service.sandbox.calls.count(initiatePost)).toBe(1);
	});

	it('is an error while the request is still a draft', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...initiatePost, reset: 'before' });
		const { error } = await create(service, v3);
		expect(error?.message).toMatch(/^Skribble didn't answer/);
		expect(error?.description).toMatch(/Skribble still has: draft request/);
	});

	it('needs no body, nor a request that can be read', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...initiatePost, status: 204 });
		service.sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 406 });
		const { outputs, error } = await create(service, v3);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json.status).toBe('OPEN');
	});
});

describe('CC in v3 of the public regions', () => {
	const copies = ['carl@example.com', 'Cleo@example.com'];
	const observerPost = { method: 'POST', path: '/signature-requests/{id}/observers' };
	const withCopies = {
		...v3,
		options: { ccEmailAddresses: [...copies, 'carl@example.com'].join(', ') },
	};

	it('becomes observers, each once and before the request starts', async () => {
		const service = await startService({ dialect: 'public' });
		const { error } = await create(service, withCopies);
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
		const { error } = await create(service, withCopies, retrying);
		const requests = requestsOf(service);
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({ status: 'DRAFT' });
		expect(requests[0]!.observers).toHaveLength(1);
		expect(error?.description).toContain(`The draft ${requests[0]!.id} wasn't started`);
		expect(error?.description).toContain('Add Cleo@example.com with Observer: Add');
		expect(error?.description).not.toContain('Add carl@example.com');
	});

	it('goes on with the next attempt where the last one stopped', async () => {
		const service = await startService({ dialect: 'public' });
		service.sandbox.faults.add({ ...observerPost, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...observerPost, ...refused, times: 1 });
		const { error } = await create(service, withCopies, retrying);
		expect(error).toBeUndefined();
		const requests = requestsOf(service);
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({ status: 'OPEN' });
		expect(requests[0]!.observers).toHaveLength(2);
	});

	it('looks for an observer whose answer was lost, and adds no one twice', async () => {
		const service = await startService({ dialect: 'public' });
		service.sandbox.faults.add({ ...observerPost, reset: 'after', times: 1 });
		const { error } = await create(service, withCopies);
		expect(error).toBeUndefined();
		const [request] = requestsOf(service);
		expect(request).toMatchObject({ status: 'OPEN' });
		expect(request!.observers).toHaveLength(2);
	});
});

it('gives read access to the draft that a retry makes anew, and starts that', async () => {
	const service = await startService({ dialect: 'public', cascadeMs: 0 });
	service.sandbox.faults.add({ ...initiatePost, ...refused, times: 1 });
	const options = { deleteLeftovers: true, readAccess: 'reader@example.com' };
	const { error } = await create(service, { ...v3, options }, retrying);
	expect(error).toBeUndefined();
	const requests = requestsOf(service);
	expect(requests).toHaveLength(1);
	expect(requests[0]).toMatchObject({ status: 'OPEN' });
	expect(requests[0]!.readAccess).toContain('reader@example.com');
});

it('says who has no read access when the service does not give it', async () => {
	const service = await startService({ dialect: 'public' });
	service.sandbox.faults.add({ method: 'PUT', path: '/signature-requests', ...refused });
	const { error, ...result } = await create(service, {
		...{ ...v3, apiVersion: 'v2', binaryPropertyName: 'a' },
		options: { readAccess: 'reader@example.com' },
	});
	expect(error).toBeUndefined();
	expect(hintsOf(result)).toEqual([
		expect.stringMatching(/demo key/),
		expect.stringMatching(/^Skribble didn't give reader@example.com read access .* with Update/),
	]);
});
