import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { Account } from '../account.ts';
import { idIn } from '../stage.ts';
import type { Stage, Step } from '../stage.ts';
import { pdf, TITLE } from './parameters.ts';

export const PUBLIC_ONLY = 'only the public regions have it';
const ROLE = 'the key needs the validation role';

export const NEEDS_TAG = 'it needs a signature tag in ESIGNATURE_TAG, whose syntax is not public';

/** Preparing files, and Send-To. */
export async function tryPublicRegions(
	stage: Stage,
	{ dialect, tag }: Pick<Account, 'dialect' | 'tag'>,
): Promise<void> {
	const run = async (
		{ node, resource }: Pick<Step, 'node' | 'resource'>,
		operation: string,
		parameters: Step['parameters'],
		more?: Partial<Step>,
	) => {
		const step = { node, resource, operation };
		if (dialect === 'public') return await stage.run({ ...step, parameters, ...more });
		stage.leaveOut(step, PUBLIC_ONLY);
		return undefined;
	};

	const documents = { node: 'Document', resource: 'document' } as const;
	const note = { bytes: Buffer.from('A test of the nodes.\n'), fileName: 'test.txt' };
	const switches = { source: 'binary', findSigners: true, compress: true };
	await run(documents, 'prepare', switches, { file: note, mayBeRefused: ROLE });
	await run(documents, 'checkPdfA', { source: 'binary' }, { file: pdf, mayBeRefused: ROLE });
	await tryTag(stage, { dialect, tag });

	const sendTo = { node: 'Request', resource: 'sendTo' } as const;
	const created = await run(sendTo, 'create', { source: 'binary', title: TITLE }, { file: pdf });
	const [sendToId, accessCode] = [idIn(created), idIn(created, 'access_code')];
	const known = sendToId && accessCode ? { sendToId, accessCode } : undefined;
	for (const operation of ['track', 'download', 'delete']) await run(sendTo, operation, known);
}

/** The service's description does not say from where the pages of tags count; the second of three pages shows it. */
async function tryTag(stage: Stage, { dialect, tag }: Pick<Account, 'dialect' | 'tag'>) {
	const prepare = { node: 'Document', resource: 'document', operation: 'prepare' } as const;
	const step = { ...prepare, title: 'Document document prepare, a tag on page 2 of 3' };
	if (dialect !== 'public') return stage.leaveOut(step, PUBLIC_ONLY);
	if (tag === undefined) return stage.leaveOut(step, NEEDS_TAG);
	await stage.run({
		...step,
		parameters: { source: 'binary', findSigners: true },
		file: { bytes: await withTagOnSecondPage(tag), fileName: 'test.pdf' },
		mayBeRefused: ROLE,
		fault: ({ json }) => {
			const people = [json.signers, json.unmatched].flat() as Array<{ positions?: Place[] }>;
			const [place] = people.flatMap(({ positions = [] }) => positions);
			if (!place) return 'the service found no tag: is ESIGNATURE_TAG written as it wants it?';
			if (place.pageNumber === 2) return undefined;
			return `the tag on the second page is reported on page ${place.pageNumber}: nodes/shared/prepare/tags.ts has to count as the service does`;
		},
	});
}

interface Place {
	pageNumber: number;
}

async function withTagOnSecondPage(tag: string): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	const [, second] = [pdf.addPage(), pdf.addPage(), pdf.addPage()];
	second.drawText(tag, { x: 60, y: 400, size: 10, font });
	return Buffer.from(await pdf.save());
}
