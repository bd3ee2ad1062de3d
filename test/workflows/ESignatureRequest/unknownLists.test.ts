/** A list that an answer leaves out is unknown, not empty: nothing is done as if no one and nothing were there. */
import { pdfOfSize, smallPdf } from '../../support/files/pdf';
import { startRecorded, type Recorded } from '../../support/service/recorded';
import { hintsOf, signers } from '../../support/service/requestOperation';
import { byId } from '../../support/service/service';

const people = [
	{ email: 'ann@example.com', language: 'de' },
	{ firstName: 'Bob', lastName: 'Lee', email: 'bob@example.com', language: 'fr' },
];
const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);
const puts = { method: 'PUT', path: '/signature-requests' };
const isCreate = ({ method, path }: { method: string; path: string }) =>
	method === 'POST' && path === '/signature-requests';
const isRead = ({ method, path }: { method: string; path: string }) =>
	method === 'GET' && /^\/signature-requests\/[^/]+$/.test(path);

const without = (answer: Record<string, unknown>, name: string) => ({
	...answer,
	[name]: undefined,
});

async function create(service: Recorded, apiVersion: string, signersJson: object[]) {
	return await service.request(
		'request',
		'create',
		{
			apiVersion,
			signerInput: 'json',
			signersJson: JSON.stringify(signersJson),
			options: { readAccess: 'reader@example.com' },
		},
		{
			items: [
				{
					files: {
						data: { bytes: smallPdf, fileName: 'Contract.pdf' },
						look: { bytes: PNG, fileName: 'look.png', mediaType: 'image/png' },
					},
				},
			],
		},
	);
}

describe('where an answer leaves out a list', () => {
	it.each([
		['contract', 'v2', 'signatures', false],
		['contract', 'v2', 'read_access', false],
		['public', 'v2', 'signatures', true],
		['public', 'v2', 'read_access', true],
	] as const)(
		'Create with read access removes no one (%s, %s, %s)',
		async (dialect, apiVersion, name, isTold) => {
			const service = await startRecorded({
				dialect,
				rewrite: (call, answer) => (isCreate(call) ? without(answer, name) : undefined),
			});
			const { error, ...result } = await create(service, apiVersion, [{ email: people[0]!.email }]);
			expect(error).toBeUndefined();
			expect(service.sandbox.calls.count(puts)).toBe(0);
			expect(service.sandbox.store.requests[0]!.signatures).toHaveLength(1);
			const hints = hintsOf(result).filter((hint) => hint.includes('read access'));
			expect(hints).toEqual(
				isTold
					? [
							expect.stringMatching(
								/reader@example.com .*could remove signers that Skribble doesn't show/,
							),
						]
					: [],
			);
		},
	);

	it.each([
		['Update', 'request', 'update', { changes: { title: 'New' } }],
		['Remove Signer', 'signer', 'remove', { signer: byId('ann@example.com') }],
	])('%s changes nothing, and says why', async (_title, resource, operation, parameters) => {
		const service = await startRecorded({
			rewrite: (call, answer) => (isRead(call) ? without(answer, 'signatures') : undefined),
		});
		const { id } = await service.addRequest('v2', signers('ann@example.com'));
		const { error } = await service.request(resource, operation, {
			requestId: byId(id),
			...parameters,
		});
		expect(error?.message).toMatch(/^Skribble doesn't show the signers of this request/);
		expect(error?.description).toMatch(/Nothing was changed/);
		expect(service.sandbox.store.request(id)).toMatchObject({ title: 'Contract' });
		expect(service.sandbox.store.request(id)!.signatures).toHaveLength(1);
	});

	it('Update does what the user says of the signers anyway', async () => {
		const service = await startRecorded({
			rewrite: (call, answer) => (isRead(call) ? without(answer, 'signatures') : undefined),
		});
		const { id } = await service.addRequest('v2', signers('ann@example.com'));
		const { error } = await service.request('request', 'update', {
			requestId: byId(id),
			changes: { title: 'New' },
			signersChange: 'removeAll',
		});
		expect(error).toBeUndefined();
		expect(service.sandbox.store.request(id)).toMatchObject({ title: 'New' });
	});

	it('a new signer of a v3 request is not added without documents to sign', async () => {
		const service = await startRecorded({
			rewrite: (call, answer) => (isRead(call) ? without(answer, 'documents') : undefined),
			dialect: 'public',
		});
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('signer', 'add', {
			apiVersion: 'v3',
			requestId: byId(id),
			kind: 'email',
			email: 'ann@example.com',
		});
		expect(error?.message).toBe("Skribble doesn't show the documents of the request");
		expect(service.sandbox.store.request(id)!.signatures).toEqual([]);
	});

	it('an old document of a draft does not pass for the one whose answer was lost', async () => {
		let reads = 0;
		const service = await startRecorded({
			rewrite: (call, answer) =>
				isRead(call) && ++reads === 1 ? without(answer, 'documents') : undefined,
			dialect: 'public',
		});
		const { id } = await service.addRequest('v3');
		service.sandbox.faults.add({ method: 'POST', path: /[^/]+\/documents$/, status: 500 });
		const { error } = await service.request(
			'request',
			'addDocument',
			{ requestId: byId(id) },
			{ items: [{ files: { data: { bytes: pdfOfSize(2000), fileName: 'Annex.pdf' } } }] },
		);
		expect(error?.message).toMatch(/had an internal error/);
		expect(service.sandbox.store.request(id)!.documentIds).toHaveLength(1);
	});
});

it('gives read access with the signers as they were entered', async () => {
	const service = await startRecorded({ dialect: 'public' });
	const entries = people.map((one, at) => ({
		...{ ...one, firstName: 'Ann', lastName: `Lee ${at}` },
		positions: [{ pageNumber: 1, x: 10, y: 20, width: 100, height: 50 }],
		image: 'look',
	}));
	const { error, ...result } = await create(service, 'v3', entries);
	expect(error).toBeUndefined();
	expect(hintsOf(result).join()).not.toMatch(/read access/);
	const [change] = service.changes;
	expect(change!.read_access).toContain('reader@example.com');
	expect(change!.signatures).toEqual(service.sent[0]!.signatures);
	expect(JSON.stringify(change!.signatures)).toMatch(/"language":"de".*"language":"fr"/);
	expect(service.sandbox.store.requests[0]!.readAccess).toContain('reader@example.com');
});
