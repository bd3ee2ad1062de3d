import { manualClock } from '../../sandbox/state/clock.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { loggedIn, newPdf, type Answer, type Send } from './client.ts';

export const VERSIONS = ['v1', 'v2', 'v3'];
export const NOON = Date.parse('2026-03-10T12:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const anna = user('anna', 'api_production_anna');
export const ben = user('ben', 'api_demo_ben');

function user(name: string, username: string) {
	return { username, apiKey: `api_${name}`, email: `${name}@example.com`, validation: true };
}

export interface Scene {
	sandbox: Sandbox;
	/** Anna owns what the tests create; Ben is someone else. */
	send: Send;
	asBen: Send;
	/** Base64 of a PDF with two pages. */
	content: string;
	upload(): Promise<string>;
	/** Creates a request in a way that fits the version. */
	create(version: string, more?: object): Promise<Answer>;
	/** The same, and in v3 makes it OPEN. */
	open(version: string, more?: object): Promise<Answer>;
	close(): Promise<void>;
}

/** A sandbox whose clock stands at noon of 10 March 2026 until a test moves it. */
export async function setScene(options: SandboxOptions = {}): Promise<Scene> {
	const sandbox = await startSandbox({
		...{ clock: manualClock(NOON), users: [anna, ben], checksAnswers: true },
		...options,
	});
	const send = await loggedIn(sandbox, anna);
	const content = (await newPdf({ pages: 2 })).toString('base64');
	const upload = async () => (await send('POST', '/v2/documents', { title: 'A', content })).id;
	const referenceTo = (id: string) =>
		sandbox.settings.dialect === 'public' ? { documents: [{ id }] } : { document_id: id };
	const create = async (version: string, more: object = {}) => {
		const document = version === 'v3' ? referenceTo(await upload()) : { content };
		return await send('POST', `/${version}/signature-requests`, {
			title: 'Contract',
			...document,
			...more,
		});
	};
	return {
		sandbox,
		send,
		asBen: await loggedIn(sandbox, ben),
		content,
		upload,
		create,
		open: async (version, more) => {
			const created = await create(version, more);
			if (version !== 'v3') return created;
			const initiated = await send('POST', `/v3/signature-requests/${created.id}/initiate`);
			return initiated.text === '' ? created : initiated;
		},
		close: () => sandbox.close(),
	};
}

/** The first member of an answer's list, such as the first of its signatures. */
export function listIn(answer: Answer, member: string): Answer['list'] {
	return (answer.json[member] ?? []) as Answer['list'];
}

/** Signers by email, in this order if asked. */
export const signers = (...emails: string[]) => emails.map((account_email) => ({ account_email }));
export const inOrder = (...emails: string[]) =>
	emails.map((account_email, index) => ({ account_email, sequence: index + 1 }));

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';
export const requestPath = (version: string, id: string, rest = '') =>
	`/${version}/signature-requests/${id}${rest}`;

/** One scene for all tests of a file or block. */
export function sceneForAll(options?: SandboxOptions): Scene {
	const scene = {} as Scene;
	beforeAll(async () => void Object.assign(scene, await setScene(options)));
	afterAll(() => scene.close());
	return scene;
}

/** A new scene for each test of a file or block. */
export function sceneForEach(options?: SandboxOptions): Scene {
	const scene = {} as Scene;
	beforeEach(async () => void Object.assign(scene, await setScene(options)));
	afterEach(() => scene.close());
	return scene;
}
