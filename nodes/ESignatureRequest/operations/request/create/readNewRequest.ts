import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Account } from '../../../../shared/account/account';
import { rulesOf } from '../../../../shared/account/dialect';
import type { Rules } from '../../../../shared/account/dialect';
import type { Pdf } from '../../../../shared/document/pdf';
import { titleOf } from '../../../../shared/document/source';
import type { Source } from '../../../../shared/document/source';
import { optional, ParsedJson } from '../../../../shared/operation/form.schema';
import type { ItemContext } from '../../../../shared/operation/operation';
import {
	AccessList,
	ApiVersion,
	Email,
	EmailList,
	Flag,
	oneOf,
	Text,
	TimeoutSeconds,
} from '../../../../shared/operation/scalars.schema';
import { pdfNameOf } from '../../../../shared/tooling/prepareFile';
import { requireCorners, withImages } from '../../signerEntry/placements';
import { areInTags, readSigners, requireFitting } from '../../signerEntry/readSigners';
import type { SignerList } from '../../signerEntry/readSigners';
import type { Signer } from '../../signerEntry/signer.schema';
import { newSigners } from '../../signerEntry/signers.schema';
import { ExpiryDate } from '../expiry';
import {
	Legislation,
	legislationFor,
	missingLegislation,
	Quality,
	requireDemoKey,
} from '../quality';
import { textDocument } from '../textDocument/textDocument';
import { readToPrepare } from './anyFile/toPrepare';
import type { ToPrepare } from './anyFile/toPrepare';
import type { Content } from './retry/content';
import type { Found } from './retry/earlierRequest';
import { settingsOf } from './signatureRequest.body';
import type { NewRequest } from './signatureRequest.body';
import { MoreDocumentIds, readSources, sourceKinds } from './sources';

/** These have fields with rules of their own, which other fields would get round. */
const withOwnField =
	/^(title|content|content_type|file_url|document_id|documents|signatures|callback_\w+_url)$/;

const OtherFields = ParsedJson.pipe(
	z.record(z.unknown(), { invalid_type_error: 'must be an object such as {"name": "value"}' }),
)
	.superRefine((fields, refinement) => {
		const own = Object.keys(fields).find((name) => withOwnField.test(name));
		if (own === undefined) return;
		const message = 'has a field of its own in this form; fill that in and remove it here';
		refinement.addIssue({ code: 'custom', path: [own], message });
	})
	.transform((fields) => fields as IDataObject);

const Form = z.object({
	apiVersion: ApiVersion,
	source: oneOf(...sourceKinds, 'text', 'anyFile'),
	title: Text,
	message: optional(Text),
	quality: optional(Quality),
	legislation: optional(Legislation),
	options: z.object({
		attachOnSuccess: z.array(oneOf('SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL')).optional(),
		ccEmailAddresses: EmailList.optional(),
		creator: optional(Email),
		custom: optional(Text),
		deleteLeftovers: Flag,
		expiresAt: optional(ExpiryDate),
		moreDocumentIds: MoreDocumentIds.optional(),
		otherFields: optional(OtherFields),
		readAccess: AccessList.optional(),
		sendOnRetry: Flag,
		timeoutSeconds: TimeoutSeconds.optional(),
		writeAccess: AccessList.optional(),
	}),
});

/** A new request and how to bring it to the service, wherever its callbacks go. */
export interface Draft {
	request: NewRequest;
	/** The signers of the request, and where they were typed. */
	list: SignerList;
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
	const { apiVersion: version, options, ...form } = item.read(Form);
	const rules = rulesOf(dialect, version);
	const {
		deleteLeftovers,
		moreDocumentIds = [],
		sendOnRetry,
		timeoutSeconds,
		...settings
	} = options;
	const legislation = legislationFor(form.quality, { chosen: form.legislation, ofRegion: law });
	const message = missingLegislation(form.quality, legislation);
	if (message !== undefined) throw item.fault({ path: ['legislation'], message });
	requireDemoKey(item, { quality: form.quality, path: ['quality'], keyKind });
	if (version === 'v2' && settings.expiresAt !== undefined && !rules.takesExpiry) {
		throw item.fault({
			path: ['options', 'expiresAt'],
			message: 'is not taken by version v2 at a custom address; choose v3, or leave it out',
		});
	}

	const fromTags = areInTags(item);
	const typed: SignerList<Signer> = fromTags
		? { signers: [] }
		: readSigners(item, newSigners(version));
	if (fromTags && form.source !== 'anyFile') throw item.fault(onlyFromAnyFile);
	const { source, signers, toPrepare } = await chosenDocument(item, form.source, {
		typed,
		rules,
		fromTags,
	});
	const sources = await readSources(item, {
		version,
		source,
		moreDocumentIds: version === 'v3' ? moreDocumentIds : [],
	});
	requireFitting(item, typed, { documentCount: sources.length, rules });
	const list = await withImages(item, { ...typed, signers }, rules);
	const request: NewRequest = {
		version,
		title: titleOf(item, form.title, sources[0]),
		message: form.message,
		quality: form.quality,
		legislation,
		signers: list.signers,
		...settings,
	};
	requireOnce(item, request, rules);
	const content = contentOf(request, { sources, toPrepare });
	const how = { deleteLeftovers, sendOnRetry, timeoutSeconds };
	return { request, list, rules, sources, content, toPrepare, ...how };
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

interface ChosenDocument {
	source: Parameters<typeof readSources>[1]['source'];
	/** With positions, where the document is made here. */
	signers: Signer[];
	toPrepare?: ToPrepare;
}

async function chosenDocument(
	item: ItemContext,
	kind: z.output<typeof Form>['source'],
	{ typed, rules, fromTags }: { typed: SignerList<Signer>; rules: Rules; fromTags: boolean },
): Promise<ChosenDocument> {
	const { signers } = typed;
	if (kind === 'text') {
		const { pages, ...document } = textDocument(item, { signers, rules });
		requireCorners(item, typed, [pages]);
		return document;
	}
	if (kind !== 'anyFile') return { source: kind, signers };
	const toPrepare = await readToPrepare(item, { fromTags });
	return { source: unprepared(toPrepare), signers, toPrepare };
}

const onlyFromAnyFile = {
	path: ['signerInput'],
	message:
		'is From Tags in the Document, which needs Document From: Any File (Prepare First); choose that, or specify the signers in another way',
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
		message: 'is filled in twice, there and in its own field; empty one of the two',
	});
}
