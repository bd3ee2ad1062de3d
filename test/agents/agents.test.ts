/**
 * What people ask an agent for: the calls of a model that has read nothing but the tools, as n8n shows them if nobody
 * changes a field of a node. Each call runs in n8n's engine.
 */
import type { IDataObject } from 'n8n-workflow';
import type { RequestRecord } from '../../sandbox/state/requestRecord.ts';
import { newDocx } from '../sandbox/docx';
import { smallPdf } from '../support/files/pdf';
import { serve } from '../support/service/serve';
import { startService } from '../support/service/service';
import type { Service } from '../support/service/service';
import prompts from './prompts.json';
import { shown, tools } from './tools';

interface Prompt {
	prompt: string;
	/** Titles of requests, and who has to sign them. */
	before?: Record<string, string>;
	message?: string;
	signed?: Record<string, string[]>;
	declined?: Record<string, string>;
	documents?: string[];
	/**
	 * The tool by the beginning of its name. `{0 Lease id}` is a member that the model has read in the first result. An
	 * error has these words, from which the next call follows.
	 */
	calls: Array<[tool: string, input: IDataObject, error?: string]>;
	/** State and signers afterwards. */
	requests?: Record<string, string>;
	/** Of the newest request. */
	record?: object;
	/** All that were sent since, and no others. */
	mails?: string[];
	activities?: string[];
	/** A pattern in the last result. */
	answer?: string;
}

const DAY_MS = 86_400_000;

async function prepare({ before = {}, message, signed, declined, documents = [] }: Prompt) {
	const service = await startService({
		dialect: 'public',
		users: [{ username: 'api_production_a', apiKey: 'k-0123456789', validation: true }],
	});
	const { people, store } = service.sandbox;
	for (const title of documents) await service.addDocument(title);
	const ids = new Map<string, string>();
	for (const [title, names] of Object.entries(before)) {
		const signatures = names.split(', ').map((name) => ({ account_email: addressOf(name) }));
		const { id } = await service.addRequest('v2', { title, message, signatures });
		ids.set(title, id);
	}
	for (const [title, names] of Object.entries(signed ?? {})) {
		for (const name of names) await people.sign(ids.get(title)!, addressOf(name));
	}
	for (const [title, name] of Object.entries(declined ?? {})) {
		people.decline(ids.get(title)!, addressOf(name));
	}
	const mailsBefore = store.mails.length;
	return { service, mails: () => store.mails.slice(mailsBefore).map(inWords) };
}

const addressOf = (name: string) => `${name}@example.com`;
const nameOf = (address: string) => address.replace(addressOf(''), '');
const inWords = ({ kind, to }: { kind: string; to: string }) => `${kind} ${nameOf(to)}`;

/** The calls one after the other, as n8n makes them. */
async function makeCalls(service: Service, calls: Prompt['calls']): Promise<string[]> {
	const files = await serve((request, response) => {
		const isPdf = request.url?.endsWith('.pdf');
		response.setHeader('content-type', isPdf ? 'application/pdf' : 'application/octet-stream');
		response.end(isPdf ? smallPdf : newDocx('A contract.'));
	});
	const answers: string[] = [];
	for (const [begin, call, expected] of calls) {
		const tool = toolCalled(begin);
		const filled = fillIn(JSON.stringify(call), answers).replaceAll('{files}', files);
		const input = tool.schema.parse(JSON.parse(filled)) as IDataObject;
		const result = await service.engine.callTool(tool.node, [input]);
		const { answer, error } = result.answers[0]!;
		if (expected === undefined) expect(error).toBeUndefined();
		else expect(error).toMatch(new RegExp(expected));
		answers.push(answer ?? '');
	}
	return answers;
}

function toolCalled(begin: string) {
	const [tool, ...others] = tools.filter(({ name }) => name.startsWith(`${begin}_in_E`));
	expect(others).toEqual([]);
	return tool!;
}

function fillIn(call: string, answers: string[]): string {
	return call
		.replace(/\{day \+(\d+)\}/g, (_, days: string) => dayIn(Number(days)))
		.replace(/\{(\d) (.+?) (\w+)\}/g, (_, at: string, name: string, member: string) => {
			const items = [JSON.parse(answers[Number(at)]!)].flat() as Array<Record<string, string>>;
			const item = items.find(({ title, fileName }) => `${title} ${fileName}`.includes(name));
			return String(item?.[member]);
		});
}

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

function stateOf(request: RequestRecord | undefined): string {
	if (!request) return 'gone';
	const signers = request.signatures.map(({ email, identity, status }) => {
		return `${nameOf(identity?.email ?? email)} ${status}`;
	});
	return `${request.status}: ${signers.join(', ')}`;
}

it('are calls of which most reach their goal at the first try', () => {
	const isFirstTry = ({ calls }: Prompt) => calls.every(([, , error]) => error === undefined);
	const atFirstTry = (prompts as unknown as Prompt[]).filter(isFirstTry);
	expect(prompts).toHaveLength(30);
	expect(atFirstTry.length).toBeGreaterThanOrEqual(24);
});

describe('The tools', () => {
	it('have different names, and a description of each parameter', () => {
		expect(new Set(shown.map(({ name }) => name)).size).toBe(shown.length);
		const parameters = shown.flatMap((tool) => Object.values(tool.parameters.properties ?? {}));
		expect(parameters.filter(({ description = '' }) => description.length < 10)).toEqual([]);
	});

	it('have schemas of less than 16 kB altogether', () => {
		const schemas = shown.map(({ parameters }) => ({ type: 'object', ...parameters }));
		expect(schemas.map((one) => JSON.stringify(one)).join('').length).toBeLessThan(16_000);
	});
});

it.each(prompts as unknown as Prompt[])('$prompt', async (one) => {
	const { service, mails } = await prepare(one);
	const answers = await makeCalls(service, one.calls);
	const newest = [...service.sandbox.store.newestRequests()];
	const found = (title: string) => stateOf(newest.find((request) => request.title === title));
	const titles = Object.keys(one.requests ?? {});
	expect(Object.fromEntries(titles.map((title) => [title, found(title)]))).toEqual(
		one.requests ?? {},
	);
	const record = JSON.parse(fillIn(JSON.stringify(one.record ?? {}), [])) as object;
	expect(newest[newest.length - 1] ?? {}).toMatchObject(record);
	expect(mails()).toEqual(one.mails ?? []);
	const { activities } = service.sandbox.store;
	if (one.activities) expect(activities.map(({ action }) => action)).toEqual(one.activities);
	expect(answers.at(-1)).toMatch(new RegExp(one.answer ?? '', 's'));
	const isAboutLink = one.calls.some(([tool]) => tool === 'Get_signing_link');
	if (!isAboutLink) expect(answers.join('')).not.toMatch(/signing_?link|signing_url/i);
});
