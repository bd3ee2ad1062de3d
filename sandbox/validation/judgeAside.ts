import { inThread } from '../thread.ts';
import { judgePdf, type Findings, type JudgingJob } from './judgement.ts';

/** A smaller file is judged sooner than a thread is started. */
const SMALL_FILE_BYTES = 1024 * 1024;

/** Judges without keeping others waiting; the bytes of a large file go over to the thread that does it. */
export async function judgeAside({ pdf, ...others }: JudgingJob): Promise<Findings> {
	if (pdf.length < SMALL_FILE_BYTES) return await judgePdf({ pdf, ...others });
	const whole = pdf.byteLength === pdf.buffer.byteLength ? pdf : Uint8Array.from(pdf);
	return await inThread<Findings>({
		folder: import.meta.dirname,
		name: 'judgingThread',
		job: { ...others, pdf: whole },
		transferred: [whole.buffer],
	});
}
