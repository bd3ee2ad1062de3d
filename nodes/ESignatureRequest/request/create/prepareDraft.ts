import type { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../../../shared/account/account';
import type { ApiVersion } from '../../../shared/client/call';
import { shortened } from '../../../shared/client/foreignText';
import { pdfFromBinary } from '../../../shared/documents/document';
import type { ItemContext } from '../../../shared/execution/operation';
import { hintOnce } from '../../../shared/execution/output';
import { titleFor } from '../../../shared/form/readForm';
import { Email, EmailList } from '../../../shared/form/readers';
import type { SchemaFor } from '../../../shared/form/readers';
import { omitUndefined } from '../../../shared/network/json';
import { prepareFile, withWarnings, stepNames } from '../../../shared/prepare/prepareFile';
import { readTags } from '../../../shared/prepare/tags';
import type { TaggedPeople, TaggedPerson } from '../../../shared/prepare/tags';
import type { Signer } from '../../signerEntry/signer.schema';
import { newSigners, signersFromJson } from '../../signerEntry/signers.schema';
import {
	Legislation,
	legislationFor,
	missingLegislation,
	Quality,
	requireDemoKey,
} from '../quality';
import { isSameName } from './readNewRequest';
import type { Draft, SignerEmail, ToPrepare } from './readNewRequest';
import type { NewRequest } from './signatureRequest.body';

/** Turns the file of the draft into a PDF, and adds what its tags say. */
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

/** For the output, so that a workflow can decide by them. */
export function warningsIn({ warnings }: Pick<Draft, 'warnings'>): Pick<Draft, 'warnings'> {
	return warnings ? { warnings } : {};
}

function lostIn({ request }: Draft, { observers }: TaggedPeople): string[] {
	if (request.version !== 'v1' || observers.length === 0) return [];
	return [
		"The request has no observers, although the tags name some. API Version V1 doesn't support them.",
	];
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
		...qualityOf(item, draft.request, { found, account }),
		ccEmailAddresses: copiesFor(item, draft.request, found),
		signers,
	};
	return { ...draft, request, signerList: { signers } };
}

/** Quality and legislation of the tags, unless the form has a quality. */
function qualityOf(
	item: ItemContext,
	{ quality: typed }: NewRequest,
	{ found, account }: { found: TaggedPeople; account: Account },
): Pick<NewRequest, 'quality' | 'legislation'> {
	if (typed !== undefined || found.quality === undefined) return {};
	const quality = requireKnown(item, Quality, found.quality);
	const chosen = found.legislation && requireKnown(item, Legislation, found.legislation);
	const legislation = legislationFor(quality, {
		chosen: chosen || undefined,
		ofRegion: account.law,
	});
	const missing = missingLegislation(quality, legislation);
	if (missing !== undefined) throw item.fault({ path: ['legislation'], message: missing });
	requireDemoKey(item, { quality, path: ['quality'], keyKind: account.keyKind });
	return { quality, legislation };
}

function requireKnown<T>(item: ItemContext, schema: SchemaFor<T>, tagged: string): T {
	const read = schema.safeParse(tagged);
	if (read.success) return read.data;
	throw tagFault(item, {
		message: `"${shortened(tagged)}" in the tags isn't a signature quality or legislation`,
		remedy: 'Correct the tags, or choose a Signature Quality in the node.',
	});
}

/** Observers get copies, like the addresses under CC. */
function copiesFor(
	item: ItemContext,
	{ ccEmailAddresses: typed = [] }: NewRequest,
	{ observers }: TaggedPeople,
): string[] | undefined {
	const read = EmailList.safeParse(observers);
	if (!read.success) {
		throw tagFault(item, {
			message: `an observer in the tags has no valid email address: ${shortened(observers.join(', '))}`,
			remedy: 'Correct the tags in the document.',
		});
	}
	const all = new Map([...typed, ...read.data].map((email) => [email.toLowerCase(), email]));
	return all.size === 0 ? undefined : [...all.values()];
}

const LONGEST_LIST = 500;

/** The people in the tags, with the addresses of the form. Leaves no one out, and adds no one. */
function tagSigners(
	item: ItemContext,
	people: TaggedPerson[],
	{ signerEmails, version }: { signerEmails: SignerEmail[]; version: ApiVersion },
): Signer[] {
	if (people.length === 0) {
		throw tagFault(item, {
			message: 'Skribble found no tags in the document',
			remedy:
				"Write a tag at the position of each signature, or enter the signers in another way. Skribble's support explains the tags.",
		});
	}
	const stray = signerEmails.find(
		({ name }) => !people.some((one) => isSameName(one.signer, name)),
	);
	if (stray) {
		throw tagFault(item, {
			message: `no tag in the document has the name ${quoted(stray.name)} from Signer Emails`,
			remedy: `Correct the name, or remove the entry. The tags have: ${listOf(people)}.`,
		});
	}
	const complete = people.map((one) => {
		const typed = signerEmails.find(({ name }) => isSameName(one.signer, name));
		return { ...one, email: typed?.email ?? one.email?.trim() };
	});
	const without = complete.filter(({ email }) => !email);
	if (without.length > 0) {
		throw tagFault(item, {
			message: `${listOf(without)} has no email address`,
			remedy:
				'Add the name and the address under Signer Emails, or write the address into the tag.',
		});
	}
	const wrong = complete.find(({ email }) => !Email.safeParse(email).success);
	if (wrong) {
		throw tagFault(item, {
			message: `${quoted(wrong.email)} in the tag of ${listOf([wrong])} isn't an email address`,
			remedy: 'Correct the tag, or add the name and an address under Signer Emails.',
		});
	}
	return asSigners(item, complete, version);
}

/** Their positions are in the prepared file, which is the first document. */
function asSigners(item: ItemContext, people: TaggedPerson[], version: ApiVersion): Signer[] {
	const tagged = people.map(({ email, order, positions }) =>
		omitUndefined({ email, order, positions }),
	);
	const read = signersFromJson(newSigners(version)).safeParse(tagged);
	if (read.success) {
		return read.data.map((signer) =>
			signer.placement === 'position'
				? { ...signer, positions: signer.positions.map((one) => ({ ...one, document: 1 })) }
				: signer,
		);
	}
	const [issue] = read.error.issues;
	const [at = 0, ...field] = issue?.path ?? [];
	const [problem = ''] = issue?.message.split('\n') ?? [];
	const person = people[Number(at)];
	throw tagFault(item, {
		message: titleFor([listOf(person ? [person] : people), ...field.map(String)], problem),
		remedy: 'Correct the tags in the document.',
	});
}

function listOf(people: TaggedPerson[]): string {
	const names = people.map(({ signer }) => (signer ? quoted(signer) : 'a signer without a name'));
	return shortened(names.join(', '), LONGEST_LIST);
}

const quoted = (name = '') => `"${shortened(name)}"`;

function tagFault(
	{ error }: ItemContext,
	{ message, remedy }: { message: string; remedy: string },
): NodeOperationError {
	return error(`${stepNames.tags}: ${message}`, `${remedy} No request was created.`);
}
