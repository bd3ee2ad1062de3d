import type { Answer } from '../../client.ts';
import { DAY, listIn, setScene, signers, VERSIONS, type Scene } from '../../scene.ts';
import { fc, tries } from '../../../support/jest/property.ts';

/** Part 3.1, and withdrawal; written out again here, so that the sandbox cannot agree with itself. */
const ALLOWED: Record<string, string[]> = {
	DRAFT: ['OPEN'],
	OPEN: ['SIGNED', 'DECLINED', 'ERROR', 'EXPIRED', 'WITHDRAWN'],
	SIGNED: [],
	DECLINED: [],
	ERROR: [],
	EXPIRED: [],
	WITHDRAWN: [],
};

const ACTIONS = [
	...(['create', 'add signer', 'remove signer', 'sign', 'sign', 'sign', 'sign at once'] as const),
	...(['decline', 'decline', 'fail', 'initiate', 'withdraw', 'remind', 'update'] as const),
	...(['delete', 'delete document', 'wait'] as const),
];
const Action = fc.record({
	kind: fc.constantFrom(...ACTIONS),
	version: fc.constantFrom(...VERSIONS),
	// Few enough that actions meet the same request and the same signer again.
	which: fc.nat(2),
	signer: fc.nat(3),
});
type Action = typeof Action extends fc.Arbitrary<infer One> ? One : never;

interface Seen {
	status: string;
	signed: Set<string>;
}

/** One run: what was created, and what was seen of it last. */
class Run {
	readonly scene: Scene;
	readonly #requests = new Map<string, Seen>();

	constructor(scene: Scene) {
		this.scene = scene;
	}

	async act(action: Action): Promise<unknown> {
		const { scene } = this;
		const { version, which, signer } = action;
		const ids = [...this.#requests.keys()];
		const id = ids[which % ids.length];
		if (action.kind === 'create' || id === undefined) {
			const emails = ['a', 'b', 'c'].slice(0, signer).map((name) => `${name}@example.com`);
			const created = await this.#answered(
				scene.create(version, {
					signatures: signers(...emails),
					...(version === 'v3' && which % 2 && { expires_at: today(scene) }),
				}),
			);
			const status = String(created.json.status_overall);
			this.#requests.set(created.id, { status, signed: new Set() });
			return;
		}
		const path = `/${version}/signature-requests`;
		const call = (method: string, at: string, body?: object) =>
			this.#answered(scene.send(method, at, body));
		const read = await call('GET', `${path}/${id}`);
		const sids = listIn(read, 'signatures').map(({ sid }) => String(sid));
		const sid = sids[signer % sids.length];
		const { people } = scene.sandbox;
		const sign = (one?: string) => people.sign(id, one).catch(expectRefusal);
		switch (action.kind) {
			case 'add signer':
				return await call('POST', `${path}/${id}/signatures`, {
					account_email: `${signer}@example.com`,
				});
			case 'remove signer':
				return await call('DELETE', `${path}/${id}/signatures/${sid}`);
			case 'sign':
				return await sign(sid);
			case 'sign at once':
				return await Promise.all([...sids, ...sids].map(sign));
			case 'decline':
			case 'fail':
				try {
					return people[action.kind === 'fail' ? 'failTechnically' : 'decline'](id, sid);
				} catch (error) {
					return expectRefusal(error);
				}
			case 'initiate':
			case 'withdraw':
			case 'remind':
				return await call('POST', `${path}/${id}/${action.kind}`);
			case 'update':
				return await call('PUT', path, {
					...{ id, signatures: signers('a@example.com', 'd@example.com') },
				});
			case 'delete':
				await call('DELETE', `${path}/${id}`);
				return this.#requests.delete(id);
			case 'delete document':
				return await call('DELETE', `/${version}/documents/${String(read.json.document_id)}`);
			case 'wait':
				return await scene.sandbox.clock.advance(DAY / 2);
		}
	}

	async check() {
		for (const [id, seen] of this.#requests) {
			const answer = await this.#answered(this.scene.send('GET', `/v3/signature-requests/${id}`));
			const status = String(answer.json.status_overall);
			if (status !== seen.status) expect(ALLOWED[seen.status]).toContain(status);
			const signatures = listIn(answer, 'signatures');
			const codes = signatures.map((one) => one.status_code);
			expectDerived(status, codes);

			const signed = new Set(
				signatures.filter((one) => one.status_code === 'SIGNED').map(({ sid }) => String(sid)),
			);
			for (const sid of seen.signed) expect(signed).toContain(sid);
			this.#requests.set(id, { status, signed });

			// Every document is there, and carries each signature exactly once.
			const content = await this.#answered(
				this.scene.send('GET', `/v3/documents/${String(answer.json.document_id)}/content`),
			);
			expect(content.status).toBe(200);
			expect(content.bytes.toString('latin1').split('/ByteRange').length - 1).toBe(signed.size);
		}
	}

	/** Refusals are fine, defects are not. */
	async #answered(call: Promise<Answer>): Promise<Answer> {
		const answer = await call;
		expect(answer.status).toBeLessThan(500);
		return answer;
	}
}

function expectDerived(status: string, codes: unknown[]) {
	if (status === 'DRAFT') expect(codes.every((code) => code === 'OPEN')).toBe(true);
	if (status === 'SIGNED')
		expect(codes.length > 0 && codes.every((code) => code === 'SIGNED')).toBe(true);
	if (status === 'OPEN' && codes.length > 0) expect(codes).toContain('OPEN');
	expect(codes.includes('DECLINED')).toBe(status === 'DECLINED');
	expect(codes.includes('ERROR')).toBe(status === 'ERROR');
}

function expectRefusal(error: unknown) {
	expect((error as { status?: number }).status).toBeGreaterThanOrEqual(400);
	expect((error as { status?: number }).status).toBeLessThan(500);
}

const today = ({ sandbox }: Scene) => new Date(sandbox.clock.now()).toISOString().slice(0, 10);

test('whatever is called, states follow part 3, no one signs twice and no document is lost', async () => {
	const scene = await setScene({ tokenLifetimesMs: { v2: 10_000 * DAY } });
	try {
		await fc.assert(
			fc.asyncProperty(
				fc.array(Action, { minLength: 8, maxLength: 24, size: 'max' }),
				async (actions) => {
					const run = new Run(scene);
					await run.act({ kind: 'create', version: 'v2', which: 0, signer: 3 });
					for (const action of actions) {
						await run.act(action);
						await run.check();
					}
				},
			),
			tries(6),
		);
	} finally {
		await scene.close();
	}
});
