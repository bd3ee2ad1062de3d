/** The title of an error is all that n8n's list of executions shows, and all that a model reads. */
import type { INodeParameters } from 'n8n-workflow';
import { byId, startService } from '../../../support/service/service';

const ID = '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1';
const create = { resource: 'request', operation: 'create', title: 'Offer', documentId: byId(ID) };
const from = (source: INodeParameters) => ({ ...create, source: 'document', ...source });
const signer = (email: string) => ({ signers: { signer: [{ kind: 'email', email }] } });

async function errorOf(
	parameters: INodeParameters,
	items: object[] = [{}],
	type = 'eSignatureRequest',
) {
	const { engine } = await startService({ dialect: 'public' });
	const { error } = await engine.run({
		type,
		parameters,
		items: items.map((json) => ({ json: json as Record<string, string> })),
	});
	return { title: error!.message, description: error!.description };
}

it('names the field by its labels, and quotes the value', async () => {
	expect(await errorOf(from(signer('ann@')))).toEqual({
		title: 'Signers > Signer 1 > Email: "ann@" isn\'t an email address',
		description: 'Correct the value, or its expression. Nothing was sent.',
	});
});

it('names the item if there are several', async () => {
	const items = [{ email: 'bob@example.com' }, { email: 'ann@' }];
	const parameters = {
		...from(signer('={{ $json.email }}')),
		documentId: byId(ID),
		apiVersion: 'v9',
	};
	const { title } = await errorOf(parameters, items);
	expect(title).toMatch(/^API Version: "v9" isn't one of v1, v2, v3 \(item 1\)$/);
});

it.each([
	[`ann@${'x'.repeat(200)}`, `"ann@${'x'.repeat(56)}…"`],
	['ann"@', `"ann'@"`],
	['ann\n@', '"ann @"'],
	['https://x.example/?token=geheim123', '"https://x.example/?token=hidden"'],
	['eyJhbGciOi.eyJzdWIi.x9', '"hidden"'],
])('quotes %j as %s', async (email, quoted) => {
	const { title } = await errorOf(from(signer(email)));
	expect(title).toBe(`Signers > Signer 1 > Email: ${quoted} isn't an email address`);
});

it('never quotes what the form hides', async () => {
	const sendTo = { resource: 'sendTo', operation: 'track', sendToId: ID };
	const { title } = await errorOf({ ...sendTo, accessCode: '={{ true }}' });
	expect(title).toBe("Access Code isn't text");
});

describe('A model reads what to do', () => {
	const titleOf = async (parameters: INodeParameters, call = {}) => {
		const { engine } = await startService();
		const { answers } = await engine.callTool({ type: 'eSignatureRequestTool', parameters }, [
			call,
		]);
		return answers[0]!.error;
	};
	const get = { resource: 'request', operation: 'get', apiVersion: 'v2' };

	it('in a field that the model fills in', async () => {
		const requestId = { ...byId("={{ $fromAI('id', '', 'string') }}"), mode: 'id' };
		expect(await titleOf({ ...get, requestId }, { id: 'the last one' })).toBe(
			`Signature Request: "the last one" isn't an ID. An ID looks like ${ID}. Call the tool again with another value in Signature Request. Nothing was sent.`,
		);
	});

	it('in a field that only the user can correct', async () => {
		expect(await titleOf({ ...get, requestId: byId('x') })).toContain(
			"The tool doesn't ask you for Signature Request, so report this to the user.",
		);
	});
});
