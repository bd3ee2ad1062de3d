import { inspect } from 'node:util';
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { effort, randomFrom, seed, type Random } from '../../support/jest/random.ts';
import { call, loggedIn, newPdf } from '../client.ts';

const CALLS = effort > 1 ? 1000 * effort : 400;
const SIDE_BY_SIDE = 8;
const MEBIBYTE = 1024 * 1024;

const TEXTS = [
	...['', ' ', 'a', '\u0000', '\ud800', '../..', '%', 'null', '2026-02-31', '9'.repeat(40)],
	...['é'.repeat(300), 'a@b.c', '<b>', '__proto__'],
];
const words = (text: string) => text.trim().split(/\s+/);
const MEMBERS = words(`
	title content content_type file_url document_id documents signatures id account_email signer_identity_data
	signer_email_address sequence order language visual_signature position positions form_field image x y width page
	callback_success_url expires_at quality legislation attach_on_success custom cc_email_addresses write_access
	read_access filename type email group_id username api-key message sid document_signatures __proto__ constructor
`);
const QUERY = words(
	'page_number page_size status_overall search type period scale start_date infos',
);
const TYPES = words(
	'application/json application/x-www-form-urlencoded text/plain multipart/form-data a',
);

/** Where the real thing would stand, and everything that it is not. */
class Fuzz {
	readonly #random: Random;
	readonly known: string[];
	readonly #routes: string[];

	constructor(random: Random, known: string[], routes: string[]) {
		this.#random = random;
		this.known = known;
		this.#routes = routes;
	}

	call() {
		const random = this.#random;
		const method = random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']);
		const takesBody = !['GET', 'HEAD'].includes(method);
		return {
			method,
			path: this.#path(),
			headers: {
				'content-type': random.pick(TYPES),
				accept: random.pick(['*/*', 'application/json', 'text/html', ';;,']),
			},
			body: takesBody ? this.#body() : undefined,
			withToken: random.below(10) > 0,
		};
	}

	#path(): string {
		const random = this.#random;
		const filled = random.pick(this.#routes).replace(/:\w+|\*/g, () => this.#segment());
		if (random.below(3) > 0) return filled;
		const pairs = Array.from(
			{ length: random.below(4) },
			() => `${random.pick(QUERY)}=${this.#segment()}`,
		);
		return `${filled}?${pairs.join('&')}`;
	}

	/** Half of a character cannot stand in an address. */
	#segment(): string {
		return encodeURIComponent(this.#text().replace(/\p{Surrogate}/gu, '_'));
	}

	#text(): string {
		return this.#random.pick(this.#random.below(2) === 0 ? this.known : TEXTS);
	}

	#body(): string {
		const random = this.#random;
		const json = JSON.stringify(this.#value(0));
		switch (random.below(6)) {
			case 0:
				return json.slice(0, random.below(json.length + 1));
			case 1:
				return random.pick(TEXTS);
			default:
				return json;
		}
	}

	#value(depth: number): unknown {
		const random = this.#random;
		const kind = depth === 0 ? 7 : random.below(depth > 4 ? 6 : 9);
		if (kind < 3) return this.#text();
		if (kind === 3) return random.pick([0, -1, 1.5, 1e308, 2 ** 53, Number.MIN_VALUE]);
		if (kind === 4) return random.pick([null, true, false]);
		if (kind === 5) return [];
		if (kind === 6) return Array.from({ length: random.below(4) }, () => this.#value(depth + 1));
		return Object.fromEntries(
			Array.from({ length: random.below(8) }, () => [random.pick(MEMBERS), this.#value(depth + 1)]),
		);
	}
}

/** Every route that there is, so that a new one is tried without being named here; a reset would end the others. */
const routesOf = ({ routes }: Sandbox) =>
	[...new Set(routes.map(({ path }) => path))].filter((path) => path !== '/sandbox/reset');

describe.each(['contract', 'public'] as const)('In the dialect %s', (dialect) => {
	let sandbox: Sandbox;
	afterEach(async () => await sandbox.close());

	test(`none of ${CALLS} calls without sense is answered by an error of our own (SEED=${seed})`, async () => {
		const complaints = jest.spyOn(console, 'error').mockImplementation();
		sandbox = await startSandbox({ dialect, rateLimits: [], retentionDays: 10 });
		let send = await loggedIn(sandbox);
		const content = (await newPdf()).toString('base64');
		const known = [content];
		const fuzz = new Fuzz(randomFrom(seed), known, routesOf(sandbox));
		const refreshKnown = async () => {
			send = await loggedIn(sandbox);
			const { id } = await send('POST', '/v2/documents', { title: 'A', content });
			const body = { title: 'A', content, signatures: [{ account_email: 'a@b.c' }] };
			const request = await send('POST', '/v2/signature-requests', body);
			const sid = sandbox.store.request(request.id)?.signatures[0]?.id ?? '';
			known.splice(1, Infinity, id, request.id, sid);
		};
		global.gc?.();
		const memoryBefore = process.memoryUsage().rss;
		const failures: unknown[] = [];
		for (let done = 0; done < CALLS; done += SIDE_BY_SIDE) {
			if (done % 200 === 0) await refreshKnown();
			await Promise.all(
				Array.from({ length: SIDE_BY_SIDE }, async () => {
					const { withToken, method, path, body, headers } = fuzz.call();
					const bytes = body === undefined ? undefined : Buffer.from(body);
					const answer = withToken
						? await send(method, path, bytes, headers)
						: await call(sandbox, method, path, bytes, headers);
					if (answer.status >= 500 || / at .*\.ts:\d+/.test(answer.text)) {
						failures.push({ method, path, body, headers, text: answer.text.slice(0, 500) });
					}
				}),
			);
		}
		expect(inspect(failures, { depth: 4 })).toBe('[]');
		expect(complaints.mock.calls).toEqual([]);
		expect((process.memoryUsage().rss - memoryBefore) / MEBIBYTE).toBeLessThan(400);
	});
});
