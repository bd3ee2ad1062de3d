import { z } from 'zod/v3';

import type { Account } from '../../../shared/account/account';
import { rulesOf } from '../../../shared/account/dialect';
import type { Rules } from '../../../shared/account/dialect';
import type { ApiVersion } from '../../../shared/client/call';
import { pdfFromBinary } from '../../../shared/documents/document';
import type { Pdf } from '../../../shared/documents/pdf';
import { givenField, readGiven, readSource, titleOf } from '../../../shared/documents/source';
import type { Source } from '../../../shared/documents/source';
import { requireDialect } from '../../../shared/execution/operation';
import type { ItemContext } from '../../../shared/execution/operation';
import { field, fields } from '../../../shared/form/field';
import type { Values } from '../../../shared/form/field';
import { optionsField, timeoutField } from '../../../shared/form/fields';
import { BinaryField, Email, RequiredText, unlessEmpty } from '../../../shared/form/readers';
import type { SchemaFor } from '../../../shared/form/readers';
import { readAnyFile } from '../../../shared/prepare/anyFile';
import type { AnyFile } from '../../../shared/prepare/anyFile';
import {
	anySourceFields,
	changeFields,
	forceField,
	switchesOf,
	timeoutsOf,
	waitField,
} from '../../../shared/prepare/prepare.fields';
import type { StepLimits, Switches } from '../../../shared/prepare/prepare.fields';
import { pdfNameOf } from '../../../shared/prepare/prepareFile';
import { fillFile } from '../../../shared/templates/fillFile';
import { requireCorners, withImages } from '../../signerEntry/placements';
import { areInTags, readSigners, requireFitting } from '../../signerEntry/readSigners';
import type { SignerList } from '../../signerEntry/readSigners';
import type { Signer } from '../../signerEntry/signer.schema';
import { newSigners } from '../../signerEntry/signers.schema';
import { legislationFor, missingLegislation, requireDemoKey } from '../quality';
import { requireKnown, settingsIn } from '../requestSettings';
import { PrintableText, textDocument } from '../textDocument/textDocument';
import { createOptionsField, settingFields } from './create.fields';
import {
	amount,
	anyFileOption,
	documentIdsField,
	list,
	sourceField,
	templateOption,
	textField,
	titleField,
} from './document.fields';
import type { Found } from './earlierRequest';
import type { Content } from './requestFingerprint';
import { settingsOf } from './signatureRequest.body';
import type { NewRequest } from './signatureRequest.body';

/** A new request and how to bring it to the service, wherever its callbacks go. */
export interface Draft {
	request: NewRequest;
	/** The signers of the request, and where they were typed. */
	signerList: SignerList;
	rules: Rules;
	sources: Source[];
	deleteLeftovers: boolean;
	/** By which a retry recognises what the first attempt has sent. */
	content: Content;
	/** Whether a retry sends without looking for it. */
	sendOnRetry: boolean;
	/** Where what the first attempt has sent may be of no use any more: what is sent then. */
	again?: { isNeeded(found: Found): Promise<boolean>; draft: Draft };
	/** Of calls of an agent that are still to come. */
	stillWanted?: Content[];
	timeoutSeconds?: number;
	/** A file that becomes the first source. */
	toPrepare?: ToPrepare;
	/** What preparing it has brought to light, in words. */
	warnings?: string[];
}

/** The whole form, held against the local rules; nothing is sent before all of it is right. */
export async function readNewRequest(
	item: ItemContext,
	{ dialect, law, keyKind }: Account,
): Promise<Draft> {
	const { version } = item;
	const { source: kind, title } = item.read([sourceField, titleField]);
	const { quality, ...form } = item.read(settingFields);
	const { options } = item.read([createOptionsField]);
	const { deleteLeftovers = false, sendOnRetry = false } = options;
	const { moreDocumentIds = [], timeoutSeconds, otherFields } = options;
	const rules = rulesOf(dialect, version);
	const legislation = legislationFor(quality, { chosen: form.legislation, ofRegion: law });
	const message = missingLegislation(quality, legislation);
	if (message !== undefined) throw item.fault({ path: ['legislation'], message });
	requireDemoKey(item, { quality, path: ['quality'], keyKind });
	const within = (name: string) => ['options', name];
	requireKnown(item, settingsIn(options), { purpose: 'create', version, rules, within });

	const fromTags = areInTags(item);
	const typed: SignerList<Signer> = fromTags
		? { signers: [] }
		: readSigners(item, newSigners(version));
	if (fromTags && !isPrepared(kind)) throw item.fault(onlyFromAnyFile);
	const { source, signers, toPrepare } = await chosenDocument(item, kind, {
		typed,
		rules,
		fromTags,
	});
	if (version !== 'v3' && moreDocumentIds.length > 0) throw item.fault(onlyInV3(version));
	const sources = await readSources(item, { version, source, moreDocumentIds });
	requireFitting(item, typed, { documentCount: sources.length, rules, quality });
	const signerList = await withImages(item, { ...typed, signers }, rules);
	const request: NewRequest = {
		...form,
		...settingsIn(options),
		quality,
		legislation,
		version,
		title: titleOf(item, title, sources[0]),
		signers: signerList.signers,
		otherFields,
	};
	requireOnce(item, request, rules);
	const content = contentOf(request, { sources, toPrepare });
	const how = { deleteLeftovers, sendOnRetry, timeoutSeconds };
	return { request, signerList, rules, sources, content, toPrepare, ...how };
}

/** All but texts and dates, which an expression may make again with each try. */
function contentOf(
	request: NewRequest,
	{ sources, toPrepare }: Pick<Draft, 'sources' | 'toPrepare'>,
): Content {
	const { switches, signerEmails } = toPrepare ?? {};
	const facts = { ...request, message: undefined, custom: undefined, expiresAt: undefined };
	return { facts: { ...facts, switches, signerEmails }, documents: sources };
}

/** Of a document from text, so it is required. */
const headingField = field({ ...titleField, required: true, reader: PrintableText });
const givenTextField = field({ ...givenField(''), reader: PrintableText });

interface ChosenDocument {
	source: Parameters<typeof readSources>[1]['source'];
	/** With positions, where the document is made here. */
	signers: Signer[];
	toPrepare?: ToPrepare;
}

async function chosenDocument(
	item: ItemContext,
	kind: Values<[typeof sourceField]>['source'],
	{ typed, rules, fromTags }: { typed: SignerList<Signer>; rules: Rules; fromTags: boolean },
): Promise<ChosenDocument> {
	const { signers } = typed;
	const text = textOf(item, kind);
	if (text !== undefined) {
		const content = { ...item.read([headingField]), text };
		const { pages, ...document } = textDocument(content, { signers, rules });
		requireCorners(item, typed, [pages]);
		return document;
	}
	if (!isPrepared(kind) && kind !== 'text') return { source: kind, signers };
	const isTemplate = kind === templateOption.value;
	const toPrepare = await readToPrepare(item, { isTemplate, fromTags });
	return { source: unprepared(toPrepare), signers, toPrepare };
}

/** Of a document that is made from it. */
function textOf(
	item: ItemContext,
	kind: Values<[typeof sourceField]>['source'],
): string | undefined {
	if (kind === 'text') return item.read([textField]).text;
	const given = kind === 'given' ? readGiven(item) : undefined;
	return given && 'text' in given ? item.read([givenTextField]).document : undefined;
}

function isPrepared(kind: string): kind is 'anyFile' | 'template' {
	return kind === anyFileOption.value || kind === templateOption.value;
}

const onlyInV3 = (version: string) => ({
	path: ['options', 'moreDocumentIds'],
	message: `doesn't exist in API Version ${version.toUpperCase()}\nChoose V3 to send several documents.`,
});

const onlyFromAnyFile = {
	path: ['signerInput'],
	message:
		"is From Tags in the Document, but the document isn't prepared first\nChoose Document From: Any File (Prepare First) or Word Template, or enter the signers in another way.",
};

/** Called like the PDF that it becomes. */
function unprepared({ file: { file, part } }: ToPrepare): { pdf: Pdf } {
	return { pdf: { ...file, fileName: pdfNameOf(part.fileName) } };
}

function requireOnce(
	item: ItemContext,
	{ otherFields = {}, ...request }: NewRequest,
	rules: Rules,
): void {
	const written = settingsOf(request, rules);
	const twice = Object.keys(otherFields).find((name) => name in written);
	if (twice === undefined) return;
	throw item.fault({
		path: ['options', 'otherFields', twice],
		message: 'also has a value in its own field\nEmpty one of the two.',
	});
}

/** interface.md part 8. */
const MOST_DOCUMENTS = 50;

type CreateSourceKind = 'binary' | 'document' | 'url' | 'base64' | 'given';

async function readSources(
	item: ItemContext,
	{
		version,
		source,
		moreDocumentIds,
	}: { version: ApiVersion; source: CreateSourceKind | { pdf: Pdf }; moreDocumentIds: string[] },
): Promise<Source[]> {
	const first = typeof source === 'string' ? await readChosen(item, version, source) : [source];
	const more = moreDocumentIds.map((documentId) => ({ documentId }));
	const sources = withoutRepeats([...first, ...more]);
	if (sources.length <= MOST_DOCUMENTS) return sources;
	throw item.error(
		`The request has ${sources.length} documents, more than ${MOST_DOCUMENTS}`,
		'Send several requests, or merge files. Nothing was sent.',
	);
}

async function readChosen(
	item: ItemContext,
	version: ApiVersion,
	source: CreateSourceKind,
): Promise<Source[]> {
	switch (source) {
		case 'binary': {
			const schema = z.object({ binaryPropertyName: amount(list(BinaryField), version) });
			const pdfs: Source[] = [];
			const label = version === 'v3' ? 'Input Binary Fields' : undefined;
			const names = item.readAs(['binaryPropertyName'], schema).binaryPropertyName;
			// With several names, the only file belongs to just one of them.
			const orOnlyFile = names.length === 1;
			for (const name of names)
				pdfs.push({ pdf: await pdfFromBinary(item, name, { label, orOnlyFile }) });
			return pdfs;
		}
		case 'base64':
		case 'url':
		case 'given':
			return [await readSource(item, { source })];
		case 'document': {
			if (version !== 'v3') return [await readSource(item, { source })];
			const { documentIds = [] } = item.read([documentIdsField]);
			return documentIds.map((documentId) => ({ documentId }));
		}
	}
}

function withoutRepeats(sources: Source[]): Source[] {
	const seen = new Set<string>();
	return sources.filter((source) => {
		if (!('documentId' in source)) return true;
		return seen.size !== seen.add(source.documentId.toLowerCase()).size;
	});
}

/** A file that has to become a PDF, and all that the form says about it. */
export interface ToPrepare {
	file: AnyFile;
	switches: Switches;
	timeouts: StepLimits;
	/** Where the tags name the signers. */
	signerEmails: SignerEmail[];
}

export interface SignerEmail {
	/** As the tag says it. */
	name: string;
	email: string;
}

const anyFileForm = fields(
	...anySourceFields({ name: 'fileSource' }),
	...changeFields,
	optionsField([forceField, timeoutField, waitField]),
);

const SignerRow = z.object({ name: RequiredText, email: Email });
const SignerEmails = z
	.object(
		{ signer: z.array(z.record(z.unknown())).nullish() },
		{ errorMap: unlessEmpty("isn't a list of signers") },
	)
	.transform(({ signer }) => signer ?? [])
	.pipe(z.array(SignerRow as SchemaFor<SignerEmail>))
	.superRefine((rows, refinement) => {
		const at = rows.findIndex(({ name }, index) =>
			rows.slice(0, index).some((earlier) => isSameName(earlier.name, name)),
		);
		if (at === -1) return;
		const message = 'is listed twice\nRemove one of the two entries.';
		refinement.addIssue({ code: 'custom', path: [at, 'name'], message });
	});

/** Upper and lower case and the number of spaces do not matter. */
export function isSameName(one: string, other: string): boolean {
	const [first, second] = [one, other].map((name) =>
		name.trim().replace(/\s+/g, ' ').toLowerCase(),
	);
	return first === second;
}

/** The form, held against the local rules; nothing is sent to the service yet. */
async function readToPrepare(
	item: ItemContext,
	{ isTemplate, fromTags }: { isTemplate: boolean; fromTags: boolean },
): Promise<ToPrepare> {
	const { name } = isTemplate ? templateOption : anyFileOption;
	await requireDialect(item, name, ['public']);
	const { fileSource, options, ...changes } = item.read(anyFileForm);
	const { signerEmails } = fromTags
		? item.readAs(['signerEmails'], z.object({ signerEmails: SignerEmails }))
		: { signerEmails: [] };
	const { force } = options;
	const file = await readAnyFile(item, fileSource);
	return {
		file: isTemplate ? await fillFile(item, file) : file,
		switches: switchesOf(changes, { findSigners: fromTags, force }),
		timeouts: timeoutsOf(options),
		signerEmails,
	};
}
