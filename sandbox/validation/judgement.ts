import { ownBytes } from '../pdf/aside/ownBytes.ts';
import { inThread, ThreadLimitError } from '../thread.ts';
import type { Constraints } from './constraints.ts';
import type { Verification } from './signatures/verify.ts';

export interface Format {
	fileType: 'PDF' | 'CMS' | 'XML';
	/** The PDF/A conformance that the file claims. */
	quality?: string;
	producer?: string;
}

/** What is found out about a content, whatever the caller wishes. */
export interface Findings {
	verification: Verification;
	format: Format;
}

/** The content itself is not kept. */
export interface ValidationResult extends Findings {
	id: string;
	owner: string;
	expiresAt: number;
	constraints: Constraints;
}

export interface JudgingJob {
	fileType: Format['fileType'];
	content: Uint8Array;
	roots: Uint8Array[];
	now: Date;
}

/** Judges without keeping others waiting; the bytes go over to the thread that does it. */
export async function judge(job: JudgingJob): Promise<Findings> {
	const content = ownBytes(job.content);
	return await inThread<Findings>({
		...{ folder: import.meta.dirname, name: 'judgingThread', job: { ...job, content } },
		transferred: [content.buffer],
	}).catch((error: unknown) => {
		if (!(error instanceof ThreadLimitError)) throw error;
		const verification: Verification = { readable: true, obstacle: 'limit', signatures: [] };
		return { verification, format: { fileType: job.fileType } };
	});
}
