/** What n8n has run, read where it is kept: n8n's own interface refuses while its database was away. */
import { createRequire } from 'node:module';
import type { Execution } from '../../e2e/support/executions.ts';
import type { PreparedN8n } from '../../e2e/support/scene.ts';

interface Client {
	connect(): Promise<void>;
	query(text: string, values: string[]): Promise<{ rows: unknown[] }>;
	end(): Promise<void>;
}

/** n8n brings what speaks to PostgreSQL and Redis. */
function n8nsOwn(name: string): unknown {
	const { command } = JSON.parse(process.env.QUEUE_N8N!) as PreparedN8n;
	return createRequire(command)(name);
}

/** Of a workflow, or of all; the newest first. */
export async function executionsAt(port: number, workflowId = ''): Promise<Execution[]> {
	return await select<Execution>(
		port,
		`select id::text, status from execution_entity where $1 in ('', "workflowId") order by execution_entity.id desc`,
		[workflowId],
	);
}

/** A run that did not end well, or that no worker has though n8n calls it running or queued. */
export interface BrokenRun {
	id: string;
	/** What it was given and has done; n8n itself may have wiped that. */
	data: string;
}

/** `new` when it got lost on its way into the queue. */
const BROKEN = ['crashed', 'error', 'running', 'new'].map((status) => `'${status}'`).join();

export async function brokenAt(port: number, workflowId: string): Promise<BrokenRun[]> {
	return await select<BrokenRun>(
		port,
		`select id::text, coalesce(string_agg(data, ' '), '') as data from execution_entity left join kept_data on id = "executionId" where "workflowId" = $1 and status in (${BROKEN}) group by id`,
		[workflowId],
	);
}

/** n8n wipes what a run held when it gives the run up; here all that it ever held stays. */
export async function keepRunData(port: number): Promise<void> {
	await select(
		port,
		`create table kept_data ("executionId" integer, data text);
		create index on kept_data ("executionId");
		create function keep_data() returns trigger language plpgsql as $$ begin
			insert into kept_data ("executionId", data) values (new."executionId", new.data);
			return new;
		end $$;
		create trigger keep_data after insert or update on execution_data for each row execute function keep_data()`,
	);
}

/** What n8n keeps of the last execution that failed. */
export async function lastErrorAt(port: number): Promise<string> {
	const [row] = await select<{ data: string }>(
		port,
		`select data from execution_data join execution_entity on id = "executionId" where status = 'error' order by id desc limit 1`,
	);
	return row?.data ?? 'nothing is kept of it';
}

/** How many connections n8n's processes have to PostgreSQL, without this one. */
export async function connectionsAt(port: number): Promise<number> {
	const [row] = await select<{ count: number }>(
		port,
		`select count(*)::int from pg_stat_activity where usename = 'n8n' and pid <> pg_backend_pid()`,
	);
	return row!.count;
}

async function select<Row>(port: number, text: string, values: string[] = []): Promise<Row[]> {
	const { Client: PostgresClient } = n8nsOwn('pg') as {
		Client: new (settings: object) => Client;
	};
	const client = new PostgresClient({
		...{ host: '127.0.0.1', port, user: 'n8n', database: 'postgres' },
	});
	await client.connect();
	try {
		return (await client.query(text, values)).rows as Row[];
	} finally {
		await client.end();
	}
}

interface Redis {
	llen(key: string): Promise<number>;
	disconnect(): void;
}

/** Runs that no worker has taken yet. */
export async function queuedAt(port: number): Promise<number> {
	const RedisClient = n8nsOwn('ioredis') as new (port: number, host: string) => Redis;
	const client = new RedisClient(port, '127.0.0.1');
	try {
		return await client.llen('bull:jobs:wait');
	} finally {
		client.disconnect();
	}
}
