import { ownBytes } from '../pdf/aside/ownBytes.ts';
import { inThread, ThreadLimitError } from '../thread.ts';
import type { Findings, JudgingJob } from './judgement.ts';

/** Judges without keeping others waiting; the bytes go over to the thread that does it. */
export async function judgeAside(job: JudgingJob): Promise<Findings> {
	const content = ownBytes(job.content);
	return await inThread<Findings>({
		...{ folder: import.meta.dirname, name: 'judgingThread', job: { ...job, content } },
		transferred: [content.buffer],
	}).catch((error: unknown) => {
		if (!(error instanceof ThreadLimitError)) throw error;
		const verification = { readable: true, obstacle: 'limit' as const, signatures: [] };
		return { verification, format: { fileType: job.fileType } };
	});
}
