import { badRequest, Problem } from '../../http/problem.ts';
import { inThread, ThreadLimitError } from '../../thread.ts';
import type { Steps, ToolingAnswer, ToolingJob } from './toolingThread.ts';

/** Works on a file without keeping others waiting. */
export async function toolAside<Step extends keyof Steps>(
	step: Step,
	file: Uint8Array,
	...[options]: Parameters<Steps[Step]> extends [Buffer, infer Options] ? [Options] : []
): Promise<Awaited<ReturnType<Steps[Step]>>> {
	// The caller keeps its bytes.
	const content = new Uint8Array(file);
	const job: ToolingJob = { step, content, options };
	const answer = await inThread<ToolingAnswer>({
		...{ folder: import.meta.dirname, name: 'toolingThread', job },
		transferred: [content.buffer],
	}).catch(refuse);
	if ('answer' in answer) return answer.answer as Awaited<ReturnType<Steps[Step]>>;
	const { status, message, key } = answer.refusal;
	throw new Problem(status, message, { key });
}

function refuse(error: unknown): never {
	if (!(error instanceof ThreadLimitError)) throw error;
	throw badRequest('content: working on this file takes more time or memory than a file may.');
}
