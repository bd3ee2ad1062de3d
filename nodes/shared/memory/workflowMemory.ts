import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { isObject } from '../network/json';
import { setBounded } from './bounded';

type Context = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** What n8n saves it under, beside what others keep for the same workflow. */
const SHELF = 'n8n-nodes-esignature';

/** Some 60 KB in n8n's database, and more than a day of callbacks for most. */
const MOST_HANDLED = 2_000;
/** Of one workflow: deleted nodes are forgotten in the end. */
const MOST_NODES = 50;
/** In one process. */
const MOST_WORKFLOWS = 1_000;

const NodeMemory = z.object({
	/** The events that a run was stored for, and when, in seconds: the newest last. */
	handled: z.record(z.number()),
	/** When the workflow was first published: what happened before, a copy of it cannot know. */
	publishedAtMs: z.number().optional(),
	/** How far a poll has come. */
	place: z.object({ keptAtMs: z.number() }).passthrough().optional(),
});
type NodeMemory = z.output<typeof NodeMemory>;

const NodeMemories = z.record(NodeMemory);

interface WorkflowMemory {
	/** By the id of the node. */
	nodes: Record<string, NodeMemory>;
	isDamageTold: boolean;
}

const memories = new Map<string, WorkflowMemory>();

/** What this trigger has handled and how far it has come, as far as this process or n8n's database knows. */
export function recall(context: Context): Readonly<NodeMemory> {
	return memoryOf(context).nodes[context.getNode().id] ?? { handled: {} };
}

/** Since when nothing was forgotten that this trigger has handled. */
export function rememberedSinceMs({
	handled,
	publishedAtMs = -Infinity,
}: Readonly<NodeMemory>): number {
	const times = Object.values(handled);
	const isFull = times.length >= MOST_HANDLED;
	return Math.max(publishedAtMs, isFull ? (times[0] ?? 0) * 1000 : -Infinity);
}

/**
 * n8n saves what it keeps for a workflow as a whole: each process saves the copy that it has loaded some
 * time ago, with the parts of all others. So all our triggers of a workflow have one memory in the process,
 * and it is put into every copy as it is, not as a copy: each save writes the newest of all of them.
 */
export function remember(
	context: Context,
	{
		handled = [],
		place,
		publishedAtMs,
	}: { handled?: string[] } & Pick<NodeMemory, 'place' | 'publishedAtMs'> = {},
): void {
	const { nodes } = memoryOf(context);
	const { id } = context.getNode();
	const before = nodes[id] ?? { handled: {} };
	delete nodes[id];
	for (const oldest of Object.keys(nodes).slice(0, 1 - MOST_NODES)) delete nodes[oldest];
	const nowS = Math.floor(Date.now() / 1000);
	const now = Object.fromEntries(handled.map((eventId) => [eventId, nowS]));
	nodes[id] = joined(before, { handled: now, place, publishedAtMs });
	const copy = copyOf(context);
	if (copy) copy[SHELF] = nodes;
}

function memoryOf(context: Context): WorkflowMemory {
	const { id = '' } = context.getWorkflow();
	const memory = memories.get(id) ?? { nodes: {}, isDamageTold: false };
	setBounded(memories, id, memory, MOST_WORKFLOWS);
	const copy = copyOf(context);
	if (!copy) reportDamage(context, memory);
	const stored = copy?.[SHELF];
	// Another process may have written it.
	if (stored !== undefined && stored !== memory.nodes) add(context, memory, stored);
	return memory;
}

function add(context: Context, memory: WorkflowMemory, stored: unknown): void {
	const { success, data } = NodeMemories.safeParse(stored);
	if (!success) return reportDamage(context, memory);
	for (const [id, node] of Object.entries(data)) {
		memory.nodes[id] = joined(node, memory.nodes[id] ?? { handled: {} });
	}
}

function joined(older: NodeMemory, newer: NodeMemory): NodeMemory {
	const all = Object.entries({ ...older.handled, ...newer.handled });
	const handled = Object.fromEntries(all.slice(-MOST_HANDLED));
	const isOlder = (newer.place?.keptAtMs ?? -Infinity) < (older.place?.keptAtMs ?? -Infinity);
	return {
		handled,
		place: isOlder ? older.place : newer.place,
		publishedAtMs: older.publishedAtMs ?? newer.publishedAtMs,
	};
}

function reportDamage(context: Context, memory: WorkflowMemory): void {
	if (memory.isDamageTold) return;
	memory.isDamageTold = true;
	context.logger.warn(
		`${context.getNode().name}: what n8n keeps for the triggers of this workflow was damaged and has been reset. A callback that comes again may start another run.`,
	);
}

/** Open to all nodes of the workflow, so it may contain anything. */
function copyOf(context: Context): Record<string, unknown> | undefined {
	const copy: unknown = context.getWorkflowStaticData('global');
	return isObject(copy) ? copy : undefined;
}
