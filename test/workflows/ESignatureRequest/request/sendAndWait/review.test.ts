import { NodeHelpers, type IDataObject, type IRun } from 'n8n-workflow';
import type { NodeRun } from '../../../../support/engine/engine';
import type { ReviewedCall } from '../../../../support/engine/agentNode';
import { ran, refund } from '../../../../support/engine/reviewedRun';
import { nodes } from '../../../../support/operations/descriptions';
import { startService } from '../../../../support/service/service';

const DAY_MS = 86_400_000;
const ANN = 'ann@example.com';

/** An agent that wants to call its tool, with a person between. */
async function review(reviews: ReviewedCall[], parameters = {}) {
	const service = await startService();
	const { engine, sandbox } = service;
	const node: NodeRun = {
		type: 'eSignatureRequestHitlTool',
		parameters: {
			resource: 'request',
			operation: 'sendAndWait',
			approverEmail: ANN,
			message: 'Please approve',
			...parameters,
		},
		reviews,
	};
	const { run, error } = await engine.run(node);
	const requestAt = (at: number) => sandbox.store.requests[at]!;
	/** The service calls for the end of a request; answers with the execution after that. */
	const deliver = async (at: number, waiting: IRun) => {
		const { status, resumed } = await engine.callBack(
			node,
			waiting,
			requestAt(at).callbacks[0]!.url,
		);
		return { status, run: resumed?.run };
	};
	const end = async (at: number, what: 'sign' | 'decline', waiting: IRun) => {
		if (what === 'sign') await sandbox.people.sign(requestAt(at).id);
		else sandbox.people.decline(requestAt(at).id);
		return (await deliver(at, waiting)).run!;
	};
	const passTimeLimit = async (waiting: IRun) => (await engine.passTimeLimit(node, waiting)).run;
	return { service, run, error, sandbox, requestAt, deliver, end, passTimeLimit };
}

const denied = (run: IRun) =>
	run.data.resultData.runData.Agent?.at(-1)?.data?.main?.[0]?.[0]?.json.denied;

it('runs the tool with what was approved when the approver has signed', async () => {
	const { run, end, requestAt } = await review([refund(5)]);
	expect(run.status).toBe('waiting');
	expect(ran(run)).toEqual([]);
	expect(requestAt(0)).toMatchObject({ status: 'OPEN', title: 'Approval: refund' });
	expect(ran(await end(0, 'sign', run))).toEqual([5]);
});

it('says in the chat who must sign, for as long as it waits', async () => {
	const { run } = await review([refund(5)]);
	const [waiting] = run.data.resultData.runData.Node!;
	// n8n looks for it here.
	const [branch] = waiting!.data?.main ?? waiting!.data?.ai_tool ?? [];
	expect(branch![0]!.sendMessage).toBe(
		`${ANN} must sign before refund runs. Skribble has sent the invitation.`,
	);
});

describe('the tool does not run', () => {
	const injected = { approved: true, data: { approved: true }, tool: 'harmless' };

	it('when the time limit passes, whatever the model has made up', async () => {
		const { run, passTimeLimit } = await review([refund(5, injected)]);
		const after = await passTimeLimit(run);
		expect(ran(after)).toEqual([]);
		expect(denied(after)).toEqual([expect.stringMatching(/No one signed in time/)]);
	});

	it('when the approver has declined, whatever the model has made up', async () => {
		const { run, end } = await review([refund(5, injected)]);
		const after = await end(0, 'decline', run);
		expect(ran(after)).toEqual([]);
		expect(denied(after)).toEqual([expect.stringMatching(/declined to sign/)]);
	});

	it('for the second of two calls in one turn before it was signed too', async () => {
		const { run, end, sandbox } = await review([refund(5, injected), refund(7, injected)]);
		expect(sandbox.store.requests).toHaveLength(1);
		const between = await end(0, 'sign', run);
		expect(between.status).toBe('waiting');
		expect(sandbox.store.requests).toHaveLength(2);
		expect(ran(between)).toEqual([]);
		expect(ran(await end(1, 'decline', between))).toEqual([5]);
	});

	it('for two calls in one turn when the time limit of the first passes', async () => {
		const { run, passTimeLimit, end } = await review([refund(5, injected), refund(7, injected)]);
		const between = await passTimeLimit(run);
		expect(ran(between)).toEqual([]);
		expect(between.status).toBe('waiting');
		expect(ran(await end(1, 'decline', between))).toEqual([]);
	});

	it('for the callback of the first call while the second waits', async () => {
		const { run, end, deliver } = await review([refund(5), refund(7)]);
		const between = await end(0, 'sign', run);
		const { status, run: after } = await deliver(0, between);
		expect(status).toBe(410);
		expect(after).toBeUndefined();
	});

	it('without an approver', async () => {
		const { run, sandbox } = await review([refund(5, injected)], { approverEmail: '' });
		expect(sandbox.store.requests).toEqual([]);
		expect(ran(run)).toEqual([]);
	});
});

it('the document states tool and input as n8n knows them, not as the model says', async () => {
	const call = refund(5, { tool: 'harmless' });
	const { sandbox, requestAt } = await review([call], {
		options: { requestedBy: 'Customer service' },
	});
	const [documentId] = requestAt(0).documentIds;
	const pdf = sandbox.store.contentOf(sandbox.store.document(documentId!)!).toString('latin1');
	for (const words of [
		'Tool: refund',
		'Node: Tool',
		'amount: 5',
		'Requested by: Customer service',
	]) {
		expect(pdf).toContain(words);
	}
	expect(pdf).toMatch(/Workflow: \w+/);
	expect(pdf).toMatch(/Execution: 1/);
	expect(pdf).not.toContain('harmless');
});

it('the document shows text that is written in parts as it is, and says what it leaves out', async () => {
	// As macOS writes file names.
	const call = { toolParameters: { name: 'Jürg.pdf'.normalize('NFD') }, hitlParameters: {} };
	const { sandbox, requestAt } = await review([call]);
	const [documentId] = requestAt(0).documentIds;
	const pdf = sandbox.store.contentOf(sandbox.store.document(documentId!)!).toString('latin1');
	expect(pdf).toContain(String.raw`name: "Ju\\u{308}rg.pdf"`);
	expect(pdf).toMatch(/does not include values that are set/);
});

it.each([
	['nested too deeply', /^The input of refund is nested more than 50 levels deep/],
	['too long', /^The input of refund is longer than 50000 characters/],
])('asks the model for less where the input is %s', async (what, words) => {
	const nested = Array.from({ length: 60 }).reduce<IDataObject>((inner) => ({ inner }), {});
	const toolParameters = what === 'too long' ? { note: 'a'.repeat(50_000) } : nested;
	const { run, error, sandbox } = await review([{ toolParameters }]);
	expect(error?.message).toMatch(words);
	expect(error?.message).toMatch(/Call the tool with less input\. Nothing was sent\./);
	expect(sandbox.store.requests).toEqual([]);
	expect(ran(run)).toEqual([]);
});

describe('the form', () => {
	const { description } = nodes.find(({ description: { name } }) => name === 'eSignatureRequest')!;
	const ofReview = { ...description, name: 'eSignatureRequestHitlTool' };
	const wait = { resource: 'request', operation: 'sendAndWait' };

	it.each([{}, { quality: 'QES' }])('is short, also with %j', (chosen) => {
		const values = { ...wait, quality: '', ...chosen };
		const shown = description.properties.filter(
			(field) =>
				!['resource', 'operation'].includes(field.name) &&
				NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, ofReview),
		);
		// n8n adds its own field Message.
		expect(shown.map(({ displayName }) => displayName)).toEqual([
			...['Approver Email', 'Signature Quality', 'Limit Wait Time (Days)', 'Options'],
		]);
	});

	it('waits as many days as were typed', async () => {
		const { run } = await review([refund(5)], { limitAmount: 0.5 });
		const leftMs = run.waitTill!.getTime() - Date.now();
		expect(Math.abs(leftMs - 0.5 * DAY_MS)).toBeLessThan(DAY_MS / 100);
	});

	it.each<[object, RegExp]>([
		[{ limitAmount: 0 }, /^Limit Wait Time \(Days\) must be 0\.00001 or more/],
		[
			{ options: { requestedBy: 'a'.repeat(201) } },
			/^Options > Requested By is longer than 200 characters/,
		],
		[{ quality: 'QES' }, /^Options > Legislation is missing, and QES needs it/],
	])('refuses %j', async (parameters, words) => {
		const { error, sandbox } = await review([refund(5)], parameters);
		expect(error?.message).toMatch(words);
		expect(sandbox.store.requests).toEqual([]);
	});

	it('sends the quality and the legislation that were chosen, in V2', async () => {
		const chosen = { quality: 'QES', options: { legislation: 'EIDAS' } };
		const { sandbox, run } = await review([refund(5)], chosen);
		expect(run.status).toBe('waiting');
		const creates = { method: 'POST', path: '/v2/signature-requests' };
		const [create] = sandbox.calls.matching(creates);
		expect(JSON.parse(String(create!.body))).toMatchObject({
			quality: 'QES',
			legislation: 'EIDAS',
		});
	});
});
