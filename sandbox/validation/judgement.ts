import { readFormat } from './format.ts';
import { verifyPdf } from './signatures/verify.ts';
import type { ValidationResult } from './validationResults.ts';

/** What is found out about a content, whatever the caller wishes. */
export type Findings = Pick<ValidationResult, 'verification' | 'format'>;

export interface JudgingJob {
	pdf: Uint8Array;
	roots: Uint8Array[];
	now: Date;
}

export async function judgePdf({ pdf, roots, now }: JudgingJob): Promise<Findings> {
	const verification = await verifyPdf(pdf, roots, now);
	return { verification, format: await readFormat(pdf) };
}
