import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { isObject } from '../network/json';
import { setBounded } from './processMemory';

type Context = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** What n8n saves it under, beside what others keep for the same workflow. */
const STATIC_DATA_NAME = 'n8n-nodes-esignature';

/** Some 60 KB in n8n's database, and more than a day of callbacks for most. */
const MOST_HANDLED = 2_000;
/** In one workflow, so that deleted nodes are forgotten at some point. */
const MOST_NODES = 50;
/** In one process. */
const MOST_WORKFLOWS = 1_000;

const NodeMemory = z.object({
	/** The events with a stored execution, and its time in seconds. The newest is last. */
	handled: z.record(z.number()),
	/** When the workflow was first published. A copy of it doesn't know earlier events. */
	publishedAtMs: z.number().optional(),
	/** Where the next poll continues. */
	cursor: z.object({ savedAtMs: z.number() }).passthrough().optional(),
});
type NodeMemory = z.output<typeof NodeMemory>;

const NodeMemories = z.record(NodeMemory);

interface WorkflowMemory {
	/** By the id of the node. */
	nodes: Record<string, NodeMemory>;
	isDamageReported: boolean;
}

const memories = new Map<string, WorkflowMemory>();

/** From this process and n8n's database. */
export function recall(context: Context): Readonly<NodeMemory> {
	return memoryOf(context).nodes[context.getNode().id] ?? { handled: {} };
}

/** The memory has all events that this trigger has handled since then. */
export function rememberedSinceMs({
	handled,
	publishedAtMs = -Infinity,
}: Readonly<NodeMemory>): number {
	const times = Object.values(handled);
	const isFull = times.length >= MOST_HANDLED;
	return Math.max(publishedAtMs, isFull ? (times[0] ?? 0) * 1000 : -Infinity);
}

/**
 * n8n saves the static data of a workflow as a whole: each process saves the copy that it loaded some time ago, with
 * the parts of all nodes. So all our triggers of a workflow share one object in the process. Every copy refers to that
 * object, so each save writes the newest state of all triggers.
 */
export function remember(
	context: Context,
	{
		handled = [],
		cursor,
		publishedAtMs,
	}: { handled?: string[] } & Pick<NodeMemory, 'cursor' | 'publishedAtMs'> = {},
): void {
	const { nodes } = memoryOf(context);
	const { id } = context.getNode();
	const before = nodes[id] ?? { handled: {} };
	delete nodes[id];
	for (const oldest of Object.keys(nodes).slice(0, 1 - MOST_NODES)) delete nodes[oldest];
	const nowS = Math.floor(Date.now() / 1000);
	const now = Object.fromEntries(handled.map((eventId) => [eventId, nowS]));
	nodes[id] = merge(before, { handled: now, cursor, publishedAtMs });
	const copy = copyOf(context);
	if (copy) copy[STATIC_DATA_NAME] = nodes;
}

function memoryOf(context: Context): WorkflowMemory {
	const { id = '' } = context.getWorkflow();
	const memory = memories.get(id) ?? { nodes: {}, isDamageReported: false };
	setBounded(memories, id, memory, MOST_WORKFLOWS);
	const copy = copyOf(context);
	if (!copy) reportDamage(context, memory);
	const stored = copy?.[STATIC_DATA_NAME];
	// Another process may have written it.
	if (stored !== undefined && stored !== memory.nodes) add(context, memory, stored);
	return memory;
}

function add(context: Context, memory: WorkflowMemory, stored: unknown): void {
	const { success, data } = NodeMemories.safeParse(stored);
	if (!success) return reportDamage(context, memory);
	for (const [id, node] of Object.entries(data)) {
		memory.nodes[id] = merge(node, memory.nodes[id] ?? { handled: {} });
	}
}

function merge(older: NodeMemory, newer: NodeMemory): NodeMemory {
	const all = Object.entries({ ...older.handled, ...newer.handled });
	const handled = Object.fromEntries(all.slice(-MOST_HANDLED));
	const isOlder = (newer.cursor?.savedAtMs ?? -Infinity) < (older.cursor?.savedAtMs ?? -Infinity);
	return {
		handled,
		cursor: isOlder ? older.cursor : newer.cursor,
		publishedAtMs: older.publishedAtMs ?? newer.publishedAtMs,
	};
}

function reportDamage(context: Context, memory: WorkflowMemory): void {
	if (memory.isDamageReported) return;
	memory.isDamageReported = true;
	context.logger.warn(
		`${context.getNode().name}: n8n's saved data for the triggers of this workflow was damaged and is now reset. A repeated callback may start another execution.`,
	);
}

/** All nodes of the workflow can write to it, so it may contain anything. */
function copyOf(context: Context): Record<string, unknown> | undefined {
	const copy: unknown = context.getWorkflowStaticData('global');
	return isObject(copy) ? copy : undefined;
}
