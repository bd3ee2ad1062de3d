/** Signer: Replace, beyond what the matrix shows: what stays the same, and what is said when it ends halfway. */
import type { INodeParameters } from 'n8n-workflow';
import type { Signature } from '../../../../sandbox/state/requestRecord.ts';
import { smallPdf } from '../../../support/files/pdf';
import { retrying, signers, startWithRequest } from '../../../support/service/requestOperation';
import { byId, startService, type Service } from '../../../support/service/service';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
/** Mistyped. */
const WRONG = 'bbo@example.com';
const path = '/signature-requests/{id}/signatures';
const adds = { method: 'POST', path };
const removes = { method: 'DELETE', path: `${path}/{sid}` };

const positions = [
	{ pageNumber: 1, x: 10, y: 20, width: 100, height: 50 },
	{ pageNumber: 1, x: 10, y: 200, width: 100, height: 50, rotation: 90 },
];
const identity = {
	kind: 'withoutAccount',
	firstName: 'Bob',
	lastName: 'Lee',
	mobileNumber: '41791234567',
};
const identityIn = (apiVersion: string) =>
	apiVersion === 'v1' ? { ...identity, issuingCountry: 'CH' } : identity;

/** The second of three signers has everything that a signer can have. */
async function createRequest(service: Service, apiVersion: string): Promise<string> {
	const settings = { notify: false, language: 'de', requireEvidence: true };
	const signer: INodeParameters[] = [
		{ email: ANN },
		{
			...{ ...identityIn(apiVersion), email: WRONG },
			...(apiVersion !== 'v1' && settings),
			...(apiVersion === 'v3' && { documents: '1' }),
			...{ placement: 'position' },
			positions: { position: apiVersion === 'v1' ? positions.slice(0, 1) : positions },
		},
		{ email: 'cleo@example.com' },
	];
	const form = { apiVersion, initiate: false, signingOrder: 'listed', signers: { signer } };
	const more = apiVersion === 'v3' && {
		options: { moreDocumentIds: await service.addDocument('Annex') },
	};
	const file = { bytes: smallPdf, fileName: 'Contract.pdf' };
	const items = [{ files: { data: file } }];
	const result = await service.request('request', 'create', { ...form, ...more }, { items });
	expect(result.error).toBeUndefined();
	return result.outputs[0]![0]!.json.id as string;
}

const signaturesIn = ({ sandbox }: Service, id: string) =>
	structuredClone(sandbox.store.request(id)!.signatures);

describe.each(['contract', 'public'] as const)('%s', (dialect) => {
	it.each(['v1', 'v2', 'v3'])(
		'the new signer has the order, the positions and the settings of the other one, %s',
		async (apiVersion) => {
			const service = await startService({ dialect });
			const id = await createRequest(service, apiVersion);
			const [ann, wrong, cleo] = signaturesIn(service, id);
			const { error } = await service.request('signer', 'replace', {
				...{ apiVersion, requestId: byId(id), signer: byId(wrong!.id) },
				...{ ...identityIn(apiVersion), email: BOB },
			});
			expect(error).toBeUndefined();
			const [first, third, added, ...others] = signaturesIn(service, id);
			expect(others).toEqual([]);
			expect([first, third]).toMatchObject([{ id: ann!.id }, { id: cleo!.id }]);
			expect(added!.id).not.toBe(wrong!.id);
			const settingsOf = ({ order, notify, language, visual, documents }: Signature) => ({
				...{ order, notify, language, visual, documents },
			});
			expect(settingsOf(added!)).toEqual(settingsOf(wrong!));
			expect(added!.order).toBe(2);
			// By contract, the service shows no more than the name.
			if (dialect === 'public' && apiVersion !== 'v1') {
				expect(added!.identity).toEqual({ ...wrong!.identity, email: BOB });
			}
		},
	);
});

const toBob = (id: string) => ({ requestId: byId(id), signer: byId(WRONG), email: BOB });

const whoSigns = (service: Service, id: string) =>
	signaturesIn(service, id).map(({ email }) => email);

const startWithWrong = async () => await startWithRequest('v2', signers(WRONG));

it('names people by their addresses, since both may have the same name', async () => {
	const name = { first_name: 'Bob', last_name: 'Lee' };
	const signatures = [{ signer_identity_data: { ...name, email_address: WRONG } }];
	const { service, id } = await startWithRequest('v2', { signatures }, { dialect: 'public' });
	service.sandbox.faults.add({ ...removes, status: 403, body: 'no' });
	const form = { ...toBob(id), firstName: 'Bob', lastName: 'Lee' };
	const { error } = await service.request('signer', 'replace', form);
	expect(error?.description).toContain(`${BOB} was added, and ${WRONG} wasn't removed`);
});

it('says who is in the request and whom to remove, if the removal is refused', async () => {
	const { service, id, signatures } = await startWithWrong();
	service.sandbox.faults.add({ ...removes, status: 403, body: 'no' });
	const form = toBob(id);
	const { error } = await service.request('signer', 'replace', form, { settings: retrying });
	expect(error?.description).toContain(
		`Both signers are in the request now: ${BOB} was added, and ${WRONG} wasn't removed. Remove ${WRONG} with Signer: Remove, sid ${signatures[0]!.sid}. If they've signed already, remove ${BOB} instead.`,
	);
	expect(whoSigns(service, id)).toEqual([WRONG, BOB]);
	expect(service.sandbox.calls.count(adds)).toBe(1);
	expect(service.sandbox.calls.count(removes)).toBe(retrying.maxTries);

	service.sandbox.faults.clear();
	const again = await service.request('signer', 'replace', form);
	expect(again.error?.message).toMatch(/is already a signer of this request/);
	expect(service.sandbox.calls.count(adds)).toBe(1);
});

it('continues with the removal if n8n tries again', async () => {
	const { service, id } = await startWithWrong();
	service.sandbox.faults.add({ ...removes, status: 403, body: 'no', times: 1 });
	const run = { settings: retrying };
	const { error, outputs } = await service.request('signer', 'replace', toBob(id), run);
	expect(error).toBeUndefined();
	expect(outputs[0]![0]!.json).toMatchObject({ id, signatures: [{ name: BOB }] });
	expect(whoSigns(service, id)).toEqual([BOB]);
	expect(service.sandbox.calls.count(adds)).toBe(1);
});

it('removes no one if it is unknown whether the new signer was added', async () => {
	const { service, id } = await startWithWrong();
	service.sandbox.faults.add({ ...adds, reset: 'after' });
	const run = { settings: retrying };
	const { error } = await service.request('signer', 'replace', toBob(id), run);
	expect(error?.message).toBe('An earlier attempt sent the new signer, but got no answer');
	expect(error?.description).toMatch(
		/No one was removed\. Check with Get[^]*whether the new signer is in the request/,
	);
	expect(whoSigns(service, id)).toEqual([WRONG, BOB]);
	expect(service.sandbox.calls.count(adds)).toBe(1);
	expect(service.sandbox.calls.count(removes)).toBe(0);
});

it('takes a signer who is gone for removed, if the answer to the removal was lost', async () => {
	const { service, id } = await startWithWrong();
	service.sandbox.faults.add({ ...removes, reset: 'after', times: 1 });
	const { error } = await service.request('signer', 'replace', toBob(id));
	expect(error).toBeUndefined();
	expect(whoSigns(service, id)).toEqual([BOB]);
});

it('leaves open who is in the request, if it is unknown whether the other one was removed', async () => {
	const { service, id } = await startWithWrong();
	service.sandbox.faults.add({ ...removes, status: 500, body: 'no' });
	const { error } = await service.request('signer', 'replace', toBob(id));
	expect(error?.description).toContain(
		`${BOB} was added, and ${WRONG} may still be in the request.`,
	);
});
