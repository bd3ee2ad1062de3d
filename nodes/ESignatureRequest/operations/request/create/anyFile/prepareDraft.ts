import type { Account } from '../../../../../shared/account/account';
import { pdfFromBinary } from '../../../../../shared/document/document';
import { shortened } from '../../../../../shared/http/foreignText';
import type { SchemaFor } from '../../../../../shared/operation/form.schema';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { EmailList } from '../../../../../shared/operation/scalars.schema';
import { prepareFile, withWarnings } from '../../../../../shared/tooling/prepareFile';
import { readTags } from '../../../../../shared/tooling/readTags';
import type { TaggedPeople } from '../../../../../shared/tooling/tags';
import {
	Legislation,
	legislationFor,
	missingLegislation,
	Quality,
	requireDemoKey,
} from '../../quality';
import { hintOnce } from '../hintOnce';
import type { Draft } from '../readNewRequest';
import type { NewRequest } from '../signatureRequest.body';
import { tagFault, tagSigners } from './tagSigners';
import type { ToPrepare } from './toPrepare';

/** Turns the file of the draft into a PDF, where it needs that, and takes over what its tags say. */
export async function prepareDraft(
	item: ItemContext,
	draft: Draft,
	account: Account,
): Promise<Draft> {
	const { toPrepare } = draft;
	if (!toPrepare) return draft;
	const { pdf: binary, tags, warnings } = await prepareFile(item, toPrepare.file, toPrepare);
	return await withWarnings(warnings, async () => {
		const found = tags && (await readTags(item, binary, tags));
		const pdf = await pdfFromBinary(item, binary);
		const [, ...others] = draft.sources;
		const sources = [{ pdf }, ...others];
		const prepared = found ? withTags(item, draft, { found, toPrepare, account }) : draft;
		const all = [...warnings, ...(found ? [...found.warnings, ...lostIn(draft, found)] : [])];
		for (const warning of all) hintOnce(item.context, warning);
		return { ...prepared, sources, warnings: all };
	});
}

/** For the output: a workflow can decide by them. */
export function warningsIn({ warnings }: Pick<Draft, 'warnings'>): Pick<Draft, 'warnings'> {
	return warnings ? { warnings } : {};
}

function lostIn({ request }: Draft, { observers }: TaggedPeople): string[] {
	if (request.version !== 'v1' || observers.length === 0) return [];
	return ['The tags name observers, whom version v1 does not have: they were left out.'];
}

function withTags(
	item: ItemContext,
	draft: Draft,
	{ found, toPrepare, account }: { found: TaggedPeople; toPrepare: ToPrepare; account: Account },
): Draft {
	const { version } = draft.request;
	const { signerEmails } = toPrepare;
	const signers = tagSigners(item, found.people, { signerEmails, version });
	const request: NewRequest = {
		...draft.request,
		...weightOf(item, draft.request, { found, account }),
		ccEmailAddresses: copiesFor(item, draft.request, found),
		signers,
	};
	return { ...draft, request, list: { signers } };
}

/** Quality and law, as the tags say where the form leaves the quality open. */
function weightOf(
	item: ItemContext,
	{ quality: typed }: NewRequest,
	{ found, account }: { found: TaggedPeople; account: Account },
): Pick<NewRequest, 'quality' | 'legislation'> {
	if (typed !== undefined || found.quality === undefined) return {};
	const quality = known(item, Quality, found.quality);
	const chosen = found.legislation && known(item, Legislation, found.legislation);
	const legislation = legislationFor(quality, {
		chosen: chosen || undefined,
		ofRegion: account.law,
	});
	const missing = missingLegislation(quality, legislation);
	if (missing !== undefined) throw item.fault({ path: ['legislation'], message: missing });
	requireDemoKey(item, { quality, path: ['quality'], keyKind: account.keyKind });
	return { quality, legislation };
}

function known<T>(item: ItemContext, schema: SchemaFor<T>, said: string): T {
	const read = schema.safeParse(said);
	if (read.success) return read.data;
	throw tagFault(item, {
		message: `the tags ask for "${shortened(said)}", which a request does not have`,
		remedy: 'Choose a Signature Quality in the node, or correct the tags.',
	});
}

/** Observers get copies, as those do whom the form names under CC. */
function copiesFor(
	item: ItemContext,
	{ ccEmailAddresses: typed = [] }: NewRequest,
	{ observers }: TaggedPeople,
): string[] | undefined {
	const read = EmailList.safeParse(observers);
	if (!read.success) {
		throw tagFault(item, {
			message: `one of the observers in the tags is not an email address: ${shortened(observers.join(', '))}`,
			remedy: 'Correct the tags in the document.',
		});
	}
	const all = new Map([...typed, ...read.data].map((email) => [email.toLowerCase(), email]));
	return all.size === 0 ? undefined : [...all.values()];
}
