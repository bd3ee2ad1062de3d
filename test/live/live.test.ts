import { startSandbox, type Sandbox } from '../../sandbox/server';
import { createEngine } from '../support/engine/engine';
import { nodes } from '../support/operations/descriptions';
import { startAlteringProxy, type Alter } from '../support/service/alteredService';
import { DIALECTS, type Dialect } from '../wire/schemas';
import type { Account } from '../../scripts/live/account';
import { CLEAN_UP } from '../../scripts/live/cleanUp';
import { NO_STEP } from '../../scripts/live/plan/plan';
import { NEEDS_TAG, PUBLIC_ONLY, tryPublicRegions } from '../../scripts/live/plan/publicRegions';
import { NEEDS_PERSON } from '../../scripts/live/plan/requests';
import { runLive, type LiveRun } from '../../scripts/live/run';
import { startRecorder } from '../../scripts/live/recorder';
import { createStage, titleOf } from '../../scripts/live/stage';

const PERSON = 'demo@sandbox.example';
const TAG = '{{sign: Livethree}}';

function accountAt(sandbox: Sandbox, dialect: Dialect, address = sandbox.address): Account {
	return {
		...{ username: sandbox.username, apiKey: sandbox.apiKey, person: PERSON, dialect, tag: TAG },
		...{ signingAddress: address, validationAddress: `${address}/validation` },
		placeholderPrefix: sandbox.settings.placeholderPrefix,
	};
}

const everyOperation = nodes.flatMap(({ folder, operations }) =>
	operations.map(({ resource, operation }) => {
		const node = folder.replace(/^.*ESignature/, '') as 'Request';
		return titleOf({ node, resource, operation });
	}),
);

/** All that was kept and printed, as text. */
const keptOf = ({ record, lines }: LiveRun) => JSON.stringify(record) + lines.join('\n');

function expectNothingOfOthers(kept: string, { username, apiKey }: Sandbox) {
	const own = [
		username,
		apiKey,
		PERSON,
		'Liveone',
		'Livetwo',
		'Livethree',
		'41790000000',
		'Sandbox Company',
		'sandbox_seal',
	];
	expect(own.filter((one) => kept.includes(one))).toEqual([]);
	const forms = { token: /eyJ/, address: /\w@\w+\.(com|example)/, link: /https?:/, pdf: /JVBER/ };
	expect(Object.keys(forms).filter((name) => forms[name as 'pdf'].test(kept))).toEqual([]);
}

describe.each(DIALECTS)('against a service of the %s dialect', (dialect) => {
	let sandbox: Sandbox;
	let run: LiveRun;
	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, cascadeMs: 0 });
		run = await runLive(accountAt(sandbox, dialect));
	});
	afterAll(async () => await sandbox.close());

	it('finds no difference from it, and many from the other', () => {
		expect(run.findings.filter((one) => one.dialect === dialect)).toEqual([]);
		expect(run.findings.filter((one) => one.dialect !== dialect).length).toBeGreaterThan(10);
		expect(run.isClean).toBe(true);
	});

	it('does every operation of the plan but the one that waits for people', () => {
		const leftOut = dialect === 'public' ? [NO_STEP] : [NO_STEP, PUBLIC_ONLY];
		const planned = run.notes.filter(({ reason = '' }) => !leftOut.includes(reason));
		const others = planned.filter(({ outcome, title }) => outcome !== 'done' && title !== CLEAN_UP);
		expect(others.map(({ title }) => title)).toEqual(['Request request sendAndWait']);
		const titles = run.notes.map(({ title }) => title);
		expect(everyOperation.filter((title) => !titles.includes(title))).toEqual([]);
	});

	it('leaves nothing behind', () => {
		expect(sandbox.store.requests.map(({ id }) => id)).toEqual([]);
		expect(sandbox.store.documents.map(({ id }) => id)).toEqual([]);
	});

	it('keeps and prints no secret and nothing of anyone', () => {
		const kept = keptOf(run);
		expect(kept).toContain('status_overall');
		expectNothingOfOthers(kept, sandbox);
	});

	it('prints a row for every operation, and how it ended', () => {
		for (const title of everyOperation) {
			expect(run.lines.filter((line) => line.startsWith(`${title} `))).toHaveLength(1);
		}
		expect(run.lines.at(-1)).toMatch(
			new RegExp(`0 failed, \\d+ left out; no differences from the ${dialect} dialect$`),
		);
	});
});

/** A lost answer, and one difference in each interface. */
const plant: Alter = ({ pathname }, method) => {
	if (`${method} ${pathname}` === 'POST /v2/signature-requests') return { isLost: true };
	const changes = {
		'GET /v2/documents/': { size: null },
		'GET /validation/v1/infos/format': { brand_new: 1 },
	};
	const change =
		changes[`${method} ${pathname.replace(/[\da-f-]{36}\/?/, '')}` as keyof typeof changes];
	return change && { body: (answered) => ({ ...(answered as object), ...change }) };
};
const PLANTED = [
	'GET /v2/documents/{id}: answer.size',
	'GET /validation/v1/infos/{id}/format: answer.brand_new',
	'POST /v2/signature-requests: answer',
];

describe('against a service with planted differences', () => {
	const dialect = 'public';
	let sandbox: Sandbox;
	let proxy: Awaited<ReturnType<typeof startAlteringProxy>>;
	let run: LiveRun;
	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, cascadeMs: 0 });
		proxy = await startAlteringProxy(plant, sandbox.address);
		const account = accountAt(sandbox, dialect, proxy.address);
		run = await runLive({ ...account, person: undefined });
	});
	afterAll(async () => {
		proxy.close();
		await sandbox.close();
	});

	it('reports them and nothing else', () => {
		const found = run.findings.filter((one) => one.dialect === dialect);
		expect(new Set(found.map(({ call, at }) => `${call}: ${at}`))).toEqual(new Set(PLANTED));
		for (const one of PLANTED) expect(run.lines.join('\n')).toContain(`${one}: expected `);
		expect(run.isClean).toBe(false);
	});

	it('involves only the person it is given', () => {
		const alone = run.notes.filter(({ reason }) => reason === NEEDS_PERSON);
		expect(alone.map(({ title }) => title)).toEqual([
			'Request request remind',
			...['add', 'get', 'getMany', 'remove'].map((one) => `Request observer ${one}`),
			'Request signer getSignatureQualities',
		]);
		expect(sandbox.store.mails).toEqual([]);
	});

	it('still leaves nothing behind, also of a call whose answer was lost, and keeps nothing of anyone', () => {
		const got = 'a broken connection';
		const lost = expect.objectContaining({ call: 'POST /v2/signature-requests', got }) as object;
		expect(run.findings).toContainEqual(lost);
		expect(sandbox.store.requests.map(({ id }) => id)).toEqual([]);
		expect(sandbox.store.documents.map(({ id }) => id)).toEqual([]);
		expectNothingOfOthers(keptOf(run), sandbox);
	});
});

describe('the pages of tags', () => {
	const TITLE = 'Document document prepare, a tag on page 2 of 3';
	const countedFrom1: Alter = ({ pathname }) => ({
		body: (answered) => {
			if (!pathname.endsWith('/spotsigners')) return answered;
			return JSON.parse(JSON.stringify(answered).replaceAll('"page":1', '"page":2')) as unknown;
		},
	});

	it.each<[string, { tag?: string; alter?: Alter }, object]>([
		[
			'from 1',
			{ alter: countedFrom1 },
			{ outcome: 'failed', reason: expect.stringContaining('is reported on page 3') as string },
		],
		[
			'with a tag that the service does not know',
			{ tag: '[[sign]]' },
			{ outcome: 'failed', reason: expect.stringContaining('found no tag') as string },
		],
		['without a tag', { tag: undefined }, { outcome: 'left out', reason: NEEDS_TAG }],
	])('%s', async (_title, { alter = () => undefined, ...change }, outcome) => {
		const sandbox = await startSandbox({ dialect: 'public', cascadeMs: 0 });
		const proxy = await startAlteringProxy(alter, sandbox.address);
		const account = { ...accountAt(sandbox, 'public', proxy.address), ...change };
		const recorder = await startRecorder(account);
		const { signingAddress, validationAddress } = recorder;
		const { username, apiKey, dialect, placeholderPrefix } = account;
		const engine = await createEngine({
			...{ username, apiKey, region: 'custom', dialect, placeholderPrefix },
			...{ signingAddress, validationAddress },
		});
		const stage = createStage(engine, recorder);
		await tryPublicRegions(stage, account);
		expect(stage.notes.find(({ title }) => title === TITLE)).toMatchObject(outcome);
		await recorder.close();
		proxy.close();
		await sandbox.close();
	});
});

it('begins nothing more when it is stopped, and still cleans up', async () => {
	let stop = () => {};
	const sandbox = await startSandbox({
		cascadeMs: 0,
		onCall: ({ method, path }) => {
			if (method === 'POST' && path === '/v2/signature-requests') stop();
		},
	});
	const { notes } = await runLive(accountAt(sandbox, 'contract'), {
		onStart: (stage) => void (stop = stage.stop),
	});
	const after = notes.findIndex(({ title }) => title === 'Request request create') + 1;
	const later = notes.slice(after).filter(({ title }) => title !== CLEAN_UP);
	expect(new Set(later.map(({ outcome }) => outcome))).toEqual(new Set(['left out']));
	expect(sandbox.store.requests.map(({ id }) => id)).toEqual([]);
	expect(sandbox.store.documents.map(({ id }) => id)).toEqual([]);
	await sandbox.close();
});
