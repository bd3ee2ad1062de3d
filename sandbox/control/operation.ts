import type { z } from 'zod/v4';
import type { CallLog } from '../http/callLog.ts';
import type { Faults } from '../http/faults.ts';
import type { Callbacks } from '../requests/notices/callbacks.ts';
import type { People } from '../requests/people.ts';
import type { Context } from '../state/context.ts';

/** All that can be taken into one's own hands. */
export interface Desk extends Context {
	people: People;
	faults: Faults;
	calls: CallLog;
	callbacks: Callbacks;
	/** Callbacks hold secrets in their addresses: shown to those who had to give a key. */
	showsAddresses: boolean;
	/** Undefined for a tenant itself. */
	tenants?: TenantsDesk;
	/** Makes the appointments anew that follow from the records. */
	resume(): void;
}

export interface Tenant {
	id: string;
	/** All of the service, its pages and its control calls are below it. */
	address: string;
	username: string;
	apiKey: string;
}

export interface TenantsDesk {
	open(): Promise<Tenant>;
	list(): Tenant[];
	/** Answers whether there was one. */
	close(id: string): Promise<boolean>;
}

interface Call<Body> {
	params: Record<string, string>;
	query: Record<string, string>;
	body: Body;
}

/** What goes wrong with this call alone; what can go wrong with each is in control.routes.ts. */
export type OwnRefusal = 404 | 409 | 504;

/** One control call: how it is described is how it is read, and what its types hold it to answer. */
export interface Operation<Body = unknown, Answered = unknown> {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below /sandbox, with {placeholders}. */
	path: string;
	summary: string;
	/** Names of query parameters. */
	query?: string[];
	/** A body that may be left out takes `{}` too. */
	body?: z.ZodType<Body>;
	bodyLimit?: number;
	/** Without one it answers 204. */
	answer?: z.ZodType<Answered>;
	refusals?: OwnRefusal[];
	run(call: Call<Body>, desk: Desk): NoInfer<Answered> | Promise<NoInfer<Answered>>;
}

/** Keeps the types of body and answer for `run`, which a list of operations cannot. */
export const operation = <Body, Answered = void>(one: Operation<Body, Answered>): Operation =>
	one as Operation;
