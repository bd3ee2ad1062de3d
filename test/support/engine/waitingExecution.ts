/** What n8n's server does with an execution that it has saved: wake it up, or try it again. */
import { createRunExecutionData } from 'n8n-workflow';
import type { INodeExecutionData, IRun, IRunExecutionData } from 'n8n-workflow';

type Saved = IRunExecutionData & Required<Pick<IRunExecutionData, 'executionData'>>;

/** As it comes back from the database: what was one object is one object again. */
export function saved({ data }: Pick<IRun, 'data'>): Saved {
	const { runData } = JSON.parse(JSON.stringify(data.resultData)) as typeof data.resultData;
	const copy = structuredClone(data) as Saved;
	return Object.assign(copy, { resultData: { ...copy.resultData, runData } });
}

/** The node whose turn it is hands on what its webhook answers with, instead of running again. */
export function woken(run: IRun): Saved {
	const data = saved(run);
	data.waitTill = undefined;
	const [turn] = data.executionData.nodeExecutionStack;
	turn!.node.disabled = true;
	if (turn!.node.type.endsWith('HitlTool')) turn!.node.rewireOutputLogTo = 'ai_tool';
	const { source, inputOverride } = lastRuns(data).pop()!;
	const again = { startTime: 0, executionTime: 0, executionIndex: 0, source, inputOverride };
	if (inputOverride) lastRuns(data).push(again);
	return data;
}

export function handOn(data: Saved, items: INodeExecutionData[][]): void {
	data.executionData.nodeExecutionStack[0]!.data.main = items;
}

/** The Retry in the list of executions: the node that failed gets another turn. */
export function triedAgain(run: Pick<IRun, 'data'>): Saved {
	const data = saved(run);
	delete data.resultData.error;
	if (lastRuns(data).at(-1)?.error) lastRuns(data).pop();
	return data;
}

/** What n8n stores before anything has run; a process that is killed adds nothing to it. */
export function begunAs({ data: { resumeToken } }: IRun): IRunExecutionData {
	return createRunExecutionData({ resumeToken });
}

function lastRuns({ resultData: { runData, lastNodeExecuted } }: IRunExecutionData) {
	return runData[lastNodeExecuted!]!;
}
