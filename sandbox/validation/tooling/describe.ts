import { createHash } from 'node:crypto';
import { openForReading } from '../../pdf/file/revision.ts';
import { isLocked } from '../../pdf/file/certification.ts';
import { isSigned } from './signed.ts';
import { claimedLevel } from './archive/claim.ts';

/** What an upload is answered with, but for id and name. */
export async function describe(content: Buffer) {
	const pdf = await openForReading(content);
	const isFree = !isSigned(pdf);
	const isOpen = !isLocked(pdf);
	const textOf = (read: () => string | undefined) => attempt(read) ?? null;
	const timeOf = (read: () => Date | undefined) => attempt(read)?.toISOString() ?? null;
	return {
		properties: {
			sha1: createHash('sha1').update(content).digest('hex'),
			size: content.length,
			pages: pdf.getPageCount(),
			creation: timeOf(() => pdf.getCreationDate()),
			modification: timeOf(() => pdf.getModificationDate()),
			claimedConformance: claimedLevel(pdf) ?? null,
		},
		permissions: {
			...{ canConform: isFree, canCompress: isFree },
			...{ allowsSign: isOpen, allowsAnnotate: isOpen, allowsFill: isOpen, allowsModify: isOpen },
		},
		metadata: {
			author: textOf(() => pdf.getAuthor()),
			creator: textOf(() => pdf.getCreator()),
			producer: textOf(() => pdf.getProducer()),
			subject: textOf(() => pdf.getSubject()),
			title: textOf(() => pdf.getTitle()),
			keywords: (attempt(() => pdf.getKeywords()) ?? '').split(/[,;]\s*/).filter(Boolean),
		},
	};
}

/** Metadata of foreign files can be of any type; pdf-lib insists on text. */
function attempt<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
