/** What n8n's server does with an execution that it has saved: wake it up, or try it again. */
import { createRunExecutionData } from 'n8n-workflow';
import type { INodeExecutionData, IRun, IRunExecutionData } from 'n8n-workflow';

type Saved = IRunExecutionData & Required<Pick<IRunExecutionData, 'executionData'>>;

/** As it comes back from the database. */
export function saved({ data }: IRun): Saved {
	return JSON.parse(JSON.stringify(data)) as Saved;
}

/** The node whose turn it is hands on what its webhook answers with, in place of running again. */
export function woken(run: IRun): Saved {
	const data = saved(run);
	data.waitTill = undefined;
	data.executionData.nodeExecutionStack[0]!.node.disabled = true;
	lastRuns(data).pop();
	return data;
}

export function handOn(data: Saved, items: INodeExecutionData[][]): void {
	data.executionData.nodeExecutionStack[0]!.data.main = items;
}

/** The Retry in the list of executions: the node that failed gets another turn. */
export function triedAgain(run: IRun): Saved {
	const data = saved(run);
	delete data.resultData.error;
	lastRuns(data).pop();
	return data;
}

/** What n8n stores before anything has run; a process that is killed adds nothing to it. */
export function begunAs({ data: { resumeToken } }: IRun): IRunExecutionData {
	return createRunExecutionData({ resumeToken });
}

function lastRuns({ resultData: { runData, lastNodeExecuted } }: IRunExecutionData) {
	return runData[lastNodeExecuted!]!;
}
