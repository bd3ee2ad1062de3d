import { openForReading } from '../../pdf/file/revision.ts';
import { claimedLevel } from './archive/claim.ts';
import { isSigned, SIGNED } from './signed.ts';
import type { Outcome } from './outcome.ts';

export const OPTIMISATIONS = ['archive', 'print', 'size', 'web'] as const;

interface CompressOptions {
	optimise: (typeof OPTIMISATIONS)[number];
	force: boolean;
}

/** Rewrites the file in fewer bytes; images and fonts stay as they are. */
export async function compress(content: Buffer, { optimise, force }: CompressOptions) {
	const pdf = await openForReading(content);
	const claimed = claimedLevel(pdf);
	const answer = (status: 'success' | 'failed', newSize: number, ...details: string[]) => ({
		...{ status, optimisation: optimise, claimedConformance: claimed ?? null },
		...{ pages: pdf.getPageCount(), originalSize: content.length, newSize },
		compressionRatio: rounded(content.length / newSize),
		spaceSaving: rounded(1 - newSize / content.length),
		details,
	});
	if (isSigned(pdf) && !force) return { result: answer('failed', content.length, SIGNED) };
	// PDF/A-1 knows no object streams.
	const smaller = await pdf.save({
		useObjectStreams: claimed?.startsWith('pdfa-1') !== true,
		updateFieldAppearances: false,
	});
	if (smaller.length >= content.length) {
		return { result: answer('success', content.length, 'The file cannot be made smaller.') };
	}
	return { result: answer('success', smaller.length), content: smaller } satisfies Outcome;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
