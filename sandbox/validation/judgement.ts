import { readFormat } from './format.ts';
import { checkSignature } from './signatures/checkedSignature.ts';
import { verifyPdf } from './signatures/verify.ts';
import type { ValidationResult } from './validationResults.ts';

/** What is found out about a content, whatever the caller wishes. */
export type Findings = Pick<ValidationResult, 'verification' | 'format'>;

export interface JudgingJob {
	fileType: Findings['format']['fileType'];
	content: Buffer;
	roots: Uint8Array[];
	now: Date;
}

export async function judge({ fileType, content, roots, now }: JudgingJob): Promise<Findings> {
	if (fileType === 'CMS') return judgeSignature({ content, roots, now });
	const verification = await verifyPdf(content, roots, now);
	return { verification, format: await readFormat(content) };
}

/** A CMS signature without the content that it was made for. */
function judgeSignature({ content, ...circumstances }: Omit<JudgingJob, 'fileType'>): Findings {
	const signature = {
		...checkSignature(content, { form: 'file', ...circumstances }),
		fieldName: 'signature',
		coversWholeDocument: false,
		changesAfter: 'none',
		visualDifferences: false,
		longTermValidation: false,
	} as const;
	return { verification: { readable: true, signatures: [signature] }, format: { fileType: 'CMS' } };
}
