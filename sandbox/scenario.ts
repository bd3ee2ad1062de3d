import { z } from 'zod/v4';
import type { Service } from './service.ts';
import type { User } from './state/settings.ts';

const Name = z.string().min(1);

/** Users, documents and requests that exist when the sandbox starts empty, and calls for everything else. */
export const Scenario = z.strictObject({
	users: z.array(z.looseObject({ username: Name, apiKey: Name })).default([]),
	/** By the names that requests use. Without a PDF (Base64), a document is one page with its title. */
	documents: z
		.record(
			Name,
			z.strictObject({ title: Name, content: z.string().optional(), user: Name.optional() }),
		)
		.default({}),
	/** With all other members that the service takes. */
	requests: z
		.array(
			z.looseObject({
				title: Name,
				document: Name,
				signers: z.array(z.union([z.email(), z.looseObject({})])).min(1),
				user: Name.optional(),
				signedBy: z.array(Name).default([]),
				declinedBy: Name.optional(),
				reason: z.string().optional(),
			}),
		)
		.default([]),
	calls: z
		.array(
			z.strictObject({
				method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
				path: z.string().startsWith('/'),
				body: z.unknown(),
			}),
		)
		.default([]),
});
export type Scenario = z.output<typeof Scenario>;

/** A call was refused. The sandbox doesn't start with half of a scenario. */
export class ScenarioError extends Error {}

interface Caller {
	user: User;
	controlKey?: string;
}

export async function playScenario(scenario: Scenario, { app, store }: Service, caller: Caller) {
	if (store.documents.length > 0 || store.requests.length > 0) return;
	const { users, documents, requests, calls } = scenario;
	const keys = new Map([caller.user, ...users].map(({ username, apiKey }) => [username, apiKey]));
	const tokens = new Map<string, string>();

	const call = async (
		method: 'POST' | 'PUT' | 'PATCH',
		path: string,
		body: unknown,
		user?: string,
	) => {
		const answer = await app.inject({
			method,
			url: path,
			headers: {
				authorization: `Bearer ${path.startsWith('/sandbox/') ? (caller.controlKey ?? '') : await tokenOf(user)}`,
				'content-type': 'application/json',
			},
			...(body !== undefined && { payload: JSON.stringify(body) }),
		});
		if (answer.statusCode < 300) return answer.body;
		throw new ScenarioError(
			`--scenario: ${method} ${path} was answered with ${answer.statusCode}: ${answer.body}`,
		);
	};
	const tokenOf = async (username = caller.user.username) => {
		const login = { username, 'api-key': keys.get(username) };
		const token =
			tokens.get(username) ??
			(await app.inject({ method: 'POST', url: '/v2/access/login', payload: login })).body;
		tokens.set(username, token);
		return token;
	};
	const idIn = (answer: string) => (JSON.parse(answer) as { id: string }).id;

	for (const { username, ...user } of users) {
		await call('PUT', `/sandbox/users/${encodeURIComponent(username)}`, user);
	}
	const ids = new Map<string, string>();
	for (const [name, { user, ...document }] of Object.entries(documents)) {
		const content = document.content ?? (await pageWith(document.title));
		ids.set(name, idIn(await call('POST', '/v2/documents', { ...document, content }, user)));
	}
	for (const { document, signers, user, signedBy, declinedBy, reason, ...more } of requests) {
		const signatures = signers.map((one) =>
			typeof one === 'string' ? { account_email: one } : one,
		);
		const body = { ...more, document_id: ids.get(document) ?? document, signatures };
		const path = `/sandbox/requests/${idIn(await call('POST', '/v2/signature-requests', body, user))}`;
		for (const signer of signedBy) await call('POST', `${path}/sign`, { signer });
		if (declinedBy) await call('POST', `${path}/decline`, { signer: declinedBy, reason });
	}
	const answers: unknown[] = [];
	for (const { method, path, body } of calls) {
		const filled =
			body === undefined ? body : (JSON.parse(fill(JSON.stringify(body), answers)) as unknown);
		const answer = await call(method, fill(path, answers), filled);
		answers.push(answer === '' ? {} : JSON.parse(answer));
	}
}

/** `{{0.id}}` stands for the member `id` of the first call's answer. */
const fill = (text: string, answers: unknown[]) =>
	text.replace(/\{\{(\d+)\.(\w+)\}\}/g, (whole, at: string, name: string) => {
		const answer = answers[Number(at)] as Record<string, unknown> | undefined;
		return answer && name in answer ? String(answer[name]) : whole;
	});

async function pageWith(title: string): Promise<string> {
	const { PDFDocument } = await import('@cantoo/pdf-lib');
	const { printable } = await import('./pdf/font/printable.ts');
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont('Helvetica');
	const known = new Set(font.getCharacterSet());
	pdf.addPage([595, 842]).drawText(printable(title, known), { x: 57, y: 770, size: 18, font });
	return await pdf.saveAsBase64();
}
