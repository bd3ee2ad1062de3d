import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readJson, readOptionalJson, type Reader } from '../http/body.ts';
import { forbidden, Problem } from '../http/problem.ts';
import { isOwnForm } from '../pages/sameSite.ts';
import type { Settings } from '../state/settings.ts';
import { openApiOf } from './openapi.ts';
import type { Desk, Operation } from './operation.ts';
import { PEOPLE_OPERATIONS } from './people.operations.ts';
import { SERVICE_OPERATIONS } from './service.operations.ts';
import { SETTINGS_OPERATIONS } from './settings.operations.ts';
import { snapshotOperations } from './snapshot.operations.ts';
import { within } from '../http/within.ts';

interface Options {
	/** The settings of the flags. */
	initial: Settings;
	/** Who gives it may control from anywhere; without one only this machine may. */
	key?: string;
}

/** Calls for whoever runs the sandbox: what the service itself offers to nobody. */
export function registerControl(app: FastifyInstance, desk: Desk, { initial, key }: Options) {
	const operations = [
		...PEOPLE_OPERATIONS,
		...SERVICE_OPERATIONS,
		...SETTINGS_OPERATIONS,
		...snapshotOperations(initial),
	];
	within(app, '/sandbox', (scope) => {
		scope.addHook('onRequest', (request, _reply, next) => next(refusalOf(request, key)));
		scope.get('/openapi.json', (_request, reply) =>
			reply.send(openApiOf(operations, desk.origin())),
		);
		for (const one of operations) registerOperation(scope, one, desk);
	});
}

function registerOperation(app: FastifyInstance, one: Operation, desk: Desk) {
	app.route({
		method: one.method,
		url: one.path.replace(/\{(\w+)\}/g, ':$1'),
		bodyLimit: one.bodyLimit ?? 1024 * 1024,
		handler: async (request, reply) => {
			const answer = await one.run(
				{
					params: request.params as Record<string, string>,
					query: singleValues(request.query),
					body: one.body && bodyOf(request, one),
				},
				desk,
			);
			return await sendAnswer(reply, answer);
		},
	});
}

function sendAnswer(reply: FastifyReply, answer: unknown) {
	return answer === undefined ? reply.code(204).send() : reply.send(answer);
}

function bodyOf(request: FastifyRequest, { body }: Operation): unknown {
	const schema = body as unknown as Reader<unknown>;
	return schema.safeParse({}).success
		? readOptionalJson(request, schema)
		: readJson(request, schema);
}

/** A parameter that is given twice counts once. */
function singleValues(query: unknown): Record<string, string> {
	const entries = Object.entries(query as Record<string, string | string[]>);
	return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat()[0] ?? '']));
}

/** Pages elsewhere neither read nor change anything, and other machines only with the key. */
function refusalOf(request: FastifyRequest, key: string | undefined): Problem | undefined {
	if (!isOwnForm(request)) return forbidden('Control calls are not taken from other sites.');
	if (key === undefined) {
		return isLoopback(request.ip)
			? undefined
			: forbidden(
					'Only this machine may control the sandbox. Start it with --control-key to allow others.',
				);
	}
	const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
	if (isSame(given, key)) return undefined;
	return new Problem(401, 'The control key is missing or wrong: send it as a bearer token.');
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

function isSame(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}
