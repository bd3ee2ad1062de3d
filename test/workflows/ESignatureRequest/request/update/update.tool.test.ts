/** Update as an agent's tool: n8n asks its model for every field that is left to it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, startService } from '../../../../support/service/service';

const before = {
	title: 'Offer',
	message: 'Please sign',
	custom: 'order 7',
	read_access: ['bob@example.com'],
	write_access: ['eve@example.com'],
	cc_email_addresses: ['cc@example.com'],
	attach_on_success: ['SIGNED_DOCUMENT'],
};
const kept = {
	message: 'Please sign',
	custom: 'order 7',
	readAccess: ['bob@example.com'],
	writeAccess: ['eve@example.com'],
	ccEmailAddresses: ['cc@example.com'],
	attachOnSuccess: ['SIGNED_DOCUMENT'],
};
const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'json') }}`;
const names = ['title', ...Object.keys(kept), 'clear'];
const everyField = Object.fromEntries(names.map((name) => [name, fromModel(name)]));

async function update(
	call: IDataObject,
	{ changes = everyField, ...more }: INodeParameters = {},
	apiVersion: 'v1' | 'v2' = 'v2',
) {
	const service = await startService();
	const { id } = await service.addRequest('v2', {
		...before,
		signatures: [{ account_email: 'ann@example.com' }],
	});
	const head = { resource: 'request', operation: 'update', apiVersion };
	const parameters = { ...head, requestId: byId(id), changes, ...more };
	const node = { type: 'eSignatureRequestTool', parameters };
	const { answers } = await service.engine.callTool(node, [call]);
	return { ...answers[0], request: service.sandbox.store.request(id)! };
}

const nothing = (value: unknown) =>
	Object.fromEntries(names.map((name) => [name, value])) as IDataObject;

it.each(['', null, ['']])(
	'asked only for a new title, %j in all other fields changes none of them',
	async (empty) => {
		const { request, error } = await update({ ...nothing(empty), title: 'Second offer' });
		expect(error).toBeUndefined();
		expect(request).toMatchObject({ ...kept, title: 'Second offer' });
	},
);

it('asks for a change where all fields are empty', async () => {
	const { error } = await update(nothing(''));
	expect(error).toMatch(/^Fields to Change is empty[^]*Add a field to change\. Call the tool/);
});

it.each([
	['message', { message: '' }],
	['Read Access, write_access', { readAccess: [], writeAccess: [] }],
	['["custom"]', { custom: '' }],
	[['attachOnSuccess', 'ccEmailAddresses'], { attachOnSuccess: [], ccEmailAddresses: [] }],
])('Fields to Clear empties %j and nothing else', async (clear, cleared) => {
	const { request, error } = await update({ ...nothing(''), clear });
	expect(error).toBeUndefined();
	expect(request).toMatchObject({ ...kept, ...cleared, title: 'Offer' });
	expect(request.signatures).toHaveLength(1);
});

it.each([
	[
		{ clear: 'title' },
		/^Fields to Change > Fields to Clear > entry 1 isn't one of Attach to Final Email, CC, Mess/,
	],
	[{ clear: 'message', message: 'New' }, /Fields to Clear names Message, which has a new value/],
])('refuses %j', async (call, words) => {
	const { request, error } = await update({ ...nothing(''), ...call });
	expect(error).toMatch(words);
	expect(request).toMatchObject({ ...kept, title: 'Offer' });
});

it('refuses to clear what version v1 does not have', async () => {
	const { error } = await update({}, { changes: { clear: ['custom'] } }, 'v1');
	expect(error).toMatch(
		/Fields to Clear names Your Reference, which doesn't exist in API Version V1/,
	);
});

it('does not change signers where the model leaves open what happens to them', async () => {
	const { request, error } = await update(
		{ ...nothing(''), title: 'Second offer', whose: '' },
		{ signersChange: fromModel('whose') },
	);
	expect(error).toMatch(/^Signers is empty\. Choose one of keep, replace, removeAll\. /);
	expect(request.signatures).toHaveLength(1);
});
