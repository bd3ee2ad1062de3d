/** A model that makes a choice can also fill in a field that n8n hides for this choice. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, startService } from '../../../support/service/service';

interface Tool {
	node: string;
	parameters: INodeParameters;
	names: string[];
}

const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'json') }}`;
const filledIn = (...names: string[]) =>
	Object.fromEntries(names.map((name) => [name, fromModel(name)]));

const request = (resource: string, operation: string, names: string[], more = {}): Tool => ({
	node: 'eSignatureRequestTool',
	parameters: { resource, operation, ...filledIn(...names), ...more },
	names,
});
const addSigner = request('signer', 'add', [
	...['kind', 'email', 'groupId', 'firstName', 'mobileNumber', 'requireEvidence'],
	...['placement', 'corner', 'onPage', 'pageNumber', 'width'],
]);
const inV3 = { ...addSigner, parameters: { ...addSigner.parameters, apiVersion: 'v3' } };
const entry = {
	...filledIn('kind', 'email', 'firstName', 'placement'),
	sid: byId(fromModel('sid')),
	positions: { position: [{ pageNumber: fromModel('pageNumber'), x: 9, y: 9 }] },
};
const replace: Tool = {
	...request('request', 'update', ['signersChange'], {
		signerInput: 'list',
		signers: { signer: [entry] },
	}),
	names: ['signersChange', 'kind', 'email', 'firstName', 'placement', 'sid', 'pageNumber'],
};
const ann = { kind: 'accountRequired', email: 'ann@example.com', placement: 'free' };

/** What the model leaves out, it fills with nothing. */
async function call({ node, parameters, names }: Tool, given: IDataObject) {
	const service = await startService();
	const { id } =
		parameters.apiVersion === 'v3'
			? await service.addRequest('v3')
			: await service.addRequest('v2', { signatures: [{ account_email: 'x@example.com' }] });
	const nothing = Object.fromEntries(names.map((name) => [name, '']));
	const run = { type: node, parameters: { requestId: byId(id), ...parameters } };
	const { answers } = await service.engine.callTool(run, [{ ...nothing, ...given }]);
	const sent = service.wire.filter(({ path }) => !path.endsWith('/login'));
	return { error: answers[0]!.error, sent };
}

it.each<[string, Tool, IDataObject, RegExp]>([
	[
		'a person beside a group',
		inV3,
		{ kind: 'group', groupId: 'gr_1', placement: 'free', email: 'ann@example.com' },
		/^Email doesn't apply if Signer Type is group\. Leave it empty, or change Signer Type\. Call the tool/,
	],
	['a mobile number', addSigner, { ...ann, mobileNumber: '+411' }, /^Mobile Number doesn't/],
	[
		'a page beside another page',
		addSigner,
		{ ...ann, placement: 'corner', corner: 'topLeft', onPage: 'first', pageNumber: 2 },
		/^Page Number doesn't apply if On Page is first/,
	],
	[
		'a list of signers to keep',
		replace,
		{ ...ann, signersChange: 'keep' },
		/^Signers doesn't apply if Signers is keep/,
	],
	[
		'a name within a list',
		replace,
		{ ...ann, signersChange: 'replace', firstName: 'Ann' },
		/^Signers > Signer 1 > First Name doesn't apply if Signer Type is accountRequired/,
	],
	[
		'a placement of a signer who stays',
		replace,
		{ signersChange: 'replace', kind: 'existing', sid: 'x@example.com', placement: 'corner' },
		/^Signers > Signer 1 > Visual Signature doesn't apply if Signer Type is existing/,
	],
])('refuses %s', async (_title, tool, given, words) => {
	const { error, sent } = await call(tool, given);
	expect(error).toMatch(words);
	expect(sent).toEqual([]);
});

it.each<[string, Tool, IDataObject]>([
	['nothing', addSigner, ann],
	[
		'0, false and the usual choice',
		addSigner,
		{ ...ann, width: 0, requireEvidence: false, onPage: 'last' },
	],
	[
		'a value of the form',
		{ ...addSigner, parameters: { ...addSigner.parameters, firstName: 'Ann' } },
		ann,
	],
	[
		'what a choice in the form hides',
		{
			...replace,
			parameters: {
				...replace.parameters,
				signerInput: 'json',
				signersJson: [{ email: 'bob@example.com' }],
			},
		},
		{ ...ann, signersChange: 'replace' },
	],
	['nothing within a list', replace, { ...ann, signersChange: 'replace' }],
])('lets a hidden field have %s', async (_title, tool, given) => {
	const { error, sent } = await call(tool, given);
	expect(error).toBeUndefined();
	expect(sent).not.toEqual([]);
});
