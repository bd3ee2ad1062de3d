import { createHash } from 'node:crypto';
import {
	PDFArray,
	PDFDict,
	PDFHexString,
	PDFName,
	PDFRawStream,
	PDFRef,
	PDFStream,
} from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import { openForReading } from '../../../pdf/file/revision.ts';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import type { Outcome } from '../outcome.ts';
import { RefusedFile } from '../refusal.ts';
import { isSigned, SIGNED } from '../signed.ts';
import { claimedLevel } from './claim.ts';
import { colourProfile } from './colourProfile.ts';
import { faultsOf, type Faults } from './faults.ts';
import { inWords, type Level } from './level.ts';
import { bringFonts } from './ownFont.ts';
import { xmpOf } from './xmp.ts';

const RECOMMENDED: Level = 'pdfa-2u';
const partOf = (level: Level) => level.charAt('pdfa-'.length);

interface CheckOptions {
	level: Level | 'claimed';
}

/** What a document claims is read; that it is true is only said where the sandbox can be sure. */
export async function check(content: Buffer, { level }: CheckOptions) {
	const pdf = await openForReading(content);
	const claimed = claimedLevel(pdf);
	const wanted = level === 'claimed' ? claimed : level;
	const { broken, unknown } = await checkFaults(pdf, claimed, wanted);
	// There is no word for it in an answer.
	if (broken.length === 0 && unknown.length > 0) {
		const reason = `The sandbox cannot judge this file. ${unknown.join(' ')}`;
		throw new RefusedFile(501, reason, 'file.pdf.unsupported');
	}
	const details = [...broken, ...unknown];
	const isConforming = details.length === 0;
	const canConform = !isSigned(pdf) && (await conform(content, TRIAL)).result.status === 'success';
	return {
		result: {
			status: isConforming ? 'success' : 'failed',
			conformance: isConforming ? (claimed ?? null) : null,
			claimedConformance: claimed ?? null,
			recommendedConformance: canConform ? RECOMMENDED : null,
			details,
		},
	} satisfies Outcome;
}

async function checkFaults(pdf: PDFDocument, claimed?: Level, wanted?: Level): Promise<Faults> {
	const broken = (reason: string) => ({ broken: [reason], unknown: [] });
	if (!claimed || !wanted) return broken('The document does not claim to be PDF/A.');
	// Each level holds those below it, within its part.
	const isCovered =
		partOf(claimed) === partOf(wanted) &&
		ORDER.indexOf(claimed.at(-1)!) >= ORDER.indexOf(wanted.at(-1)!);
	if (!isCovered) {
		return broken(`The document claims ${inWords(claimed)}, not ${inWords(wanted)}.`);
	}
	const faults = await faultsOf(pdf, partOf(claimed));
	const more = [
		...(claimed.endsWith('a') ? [`The sandbox cannot verify ${inWords(claimed)}.`] : []),
		...(pdf.context.trailerInfo.Info
			? ['The sandbox does not compare the metadata with the older ones beside them.']
			: []),
		...(hasOwnProfile(pdf) ? [] : ['The sandbox cannot judge the colour profile of the document.']),
	];
	const lacks = lacksProfile(pdf) ? ['The output intent has no colour profile.'] : [];
	return { broken: [...lacks, ...faults.broken], unknown: [...more, ...faults.unknown] };
}

const ORDER = 'bua';

interface ConformOptions {
	level: Level | 'recommendedConformance';
	allowsDowngrade: boolean;
	force: boolean;
}

const TRIAL: ConformOptions = { level: RECOMMENDED, allowsDowngrade: false, force: false };

/** Makes PDF/A of documents that hold nothing but what the sandbox knows; all others fail, with the reasons. */
export async function conform(content: Buffer, { level, allowsDowngrade, force }: ConformOptions) {
	const pdf = await openForReading(content);
	const claimed = claimedLevel(pdf) ?? null;
	const wanted = level === 'recommendedConformance' ? RECOMMENDED : level;
	const failed = (...details: string[]) => ({
		result: {
			...{ status: 'failed', conformance: null as Level | null, downgraded: false },
			...{ claimedConformance: claimed, details },
		},
	});
	if (isSigned(pdf) && !force) return failed(SIGNED);
	const made = madeFor(wanted);
	if (made !== wanted && !allowsDowngrade) {
		return failed(`The sandbox does not tag content, so it makes no ${inWords(wanted)}.`);
	}
	await bringFonts(pdf);
	const { broken, unknown } = await faultsOf(pdf, partOf(made));
	const faults = [...broken, ...unknown];
	if (faults.length > 0) return failed(...faults);
	declare(pdf, made, createHash('md5').update(content).digest('hex'));
	return {
		result: {
			...{ status: 'success', conformance: made, downgraded: made !== wanted },
			...{ claimedConformance: made, details: [] as string[] },
		},
		content: await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }),
	} satisfies Outcome;
}

/** Level a needs the structure of the text, which no one can add afterwards. */
const madeFor = (wanted: Level): Level =>
	wanted.endsWith('a')
		? ((wanted === 'pdfa-1a' ? 'pdfa-1b' : `${wanted.slice(0, -1)}u`) as Level)
		: wanted;

/** Says what the document is, and what its colours mean. */
function declare(pdf: PDFDocument, level: Level, id: string) {
	const { context, catalog } = pdf;
	const time = (pdf.getCreationDate() ?? new Date(0)).toISOString();
	const xmp = context.stream(xmpOf(level, { title: pdf.getTitle(), time }), {
		...{ Type: 'Metadata', Subtype: 'XML' },
	});
	const profile = context.flateStream(colourProfile(), { N: 3 });
	const intent = context.obj({
		...{ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: context.register(profile) },
		OutputConditionIdentifier: PDFHexString.fromText('sRGB'),
	});
	catalog.set(PDFName.of('Metadata'), context.register(xmp));
	catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
	// It would have to say exactly the same as the metadata.
	const { Info: older } = context.trailerInfo;
	if (older instanceof PDFRef) context.delete(older);
	context.trailerInfo.Info = undefined;
	context.trailerInfo.ID = context.obj([PDFHexString.of(id), PDFHexString.of(id)]);
}

/** What gives the colours of the document their meaning. */
function profileOf({ catalog }: PDFDocument): PDFObject | undefined {
	const intents = catalog.lookup(PDFName.of('OutputIntents'));
	const intent =
		intents instanceof PDFArray && intents.size() === 1 ? intents.lookup(0) : undefined;
	return intent instanceof PDFDict ? intent.lookup(PDFName.of('DestOutputProfile')) : undefined;
}

function hasOwnProfile(pdf: PDFDocument): boolean {
	const profile = profileOf(pdf);
	return profile instanceof PDFRawStream && contentOf(profile).equals(colourProfile());
}

/** An intent without a profile is none (ISO 19005-1, 6.2.2). */
function lacksProfile(pdf: PDFDocument): boolean {
	return pdf.catalog.has(PDFName.of('OutputIntents')) && !(profileOf(pdf) instanceof PDFStream);
}
