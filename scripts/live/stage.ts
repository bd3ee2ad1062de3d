/** Runs operations one after the other, and notes for each how it ended and what went over the wire. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Engine, RunResult } from '../../test/support/engine/engine.ts';
import type { Exchange, Recorder } from './recorder.ts';

export interface Step {
	node: 'Document' | 'Request' | 'Seal' | 'Validation';
	resource: string;
	operation: string;
	/** Undefined where what they name was never made, because an earlier operation failed. */
	parameters: INodeParameters | undefined;
	file?: { bytes: Buffer; fileName: string; mediaType?: string };
	/** Instead of the operation's own name. */
	title?: string;
	/** Why the service may refuse it although all is well. */
	mayBeRefused?: string;
	/** What is wrong with an output that came without an error. */
	fault?: (item: INodeExecutionData) => string | undefined;
}

export interface Note {
	title: string;
	outcome: 'done' | 'refused' | 'failed' | 'left out';
	/** Why, where it is not done. */
	reason?: string;
	exchanges: Exchange[];
}

export interface Stage {
	notes: Note[];
	/** Hands out the first item, or nothing where it was refused, failed or was left out. */
	run: (step: Step) => Promise<INodeExecutionData | undefined>;
	leaveOut: (step: Pick<Step, 'node' | 'resource' | 'operation'>, reason: string) => void;
	readFile: (item: INodeExecutionData | undefined) => Promise<Buffer | undefined>;
	/** No further operation is begun. */
	stop: () => void;
	resume: () => void;
}

const REFUSALS = [400, 401, 403, 404];

export function createStage(engine: Engine, recorder: Recorder): Stage {
	const notes: Note[] = [];
	let isStopped = false;
	const leaveOut: Stage['leaveOut'] = (step, reason) =>
		void notes.push({ title: titleOf(step), outcome: 'left out', reason, exchanges: [] });

	return {
		notes,
		leaveOut,
		run: async (step) => {
			const { parameters } = step;
			if (isStopped || parameters === undefined) {
				leaveOut(step, isStopped ? 'the run was ended' : 'an operation before it failed');
				return undefined;
			}
			const result = await resultOf(engine, { ...step, parameters });
			const exchanges = recorder.take();
			notes.push({ title: titleOf(step), ...outcomeOf(step, result, exchanges), exchanges });
			return result.error ? undefined : result.outputs[0]?.[0];
		},
		readFile: async (item) => (item?.binary ? await engine.readBinary(item) : undefined),
		stop: () => void (isStopped = true),
		resume: () => void (isStopped = false),
	};
}

/** The id in an item, where there is one. */
export function idIn(item: { json: IDataObject } | undefined, name = 'id'): string | undefined {
	const id = item?.json[name];
	return typeof id === 'string' ? id : undefined;
}

export const titleOf = ({
	node,
	resource,
	operation,
	title = `${node} ${resource} ${operation}`,
}: Pick<Step, 'node' | 'resource' | 'operation' | 'title'>) => title;

async function resultOf(
	engine: Engine,
	{ node, resource, operation, parameters, file }: Step & { parameters: INodeParameters },
): Promise<Pick<RunResult, 'error' | 'outputs'>> {
	try {
		return await engine.run({
			type: `eSignature${node}`,
			parameters: { resource, operation, ...parameters },
			items: [file ? { files: { data: file } } : {}],
			// The real service may say more than is known.
			unknownFields: true,
		});
	} catch (error) {
		return { outputs: [], error: error as Error };
	}
}

function outcomeOf(
	{ mayBeRefused, fault }: Step,
	{ error, outputs }: Pick<RunResult, 'error' | 'outputs'>,
	exchanges: Exchange[],
): Pick<Note, 'outcome' | 'reason'> {
	if (!error) {
		const [item] = outputs[0] ?? [];
		const reason = item && fault?.(item);
		return reason === undefined ? { outcome: 'done' } : { outcome: 'failed', reason };
	}
	const status = exchanges.at(-1)?.answer?.status;
	if (mayBeRefused !== undefined && status !== undefined && REFUSALS.includes(status)) {
		return { outcome: 'refused', reason: `${status}: ${mayBeRefused}` };
	}
	// What follows is the node's output, which is not for the eyes of others.
	return { outcome: 'failed', reason: error.message.split('\n', 1)[0] };
}
