import { NodeOperationError } from 'n8n-workflow';

import type { ApiVersion } from '../../../../../shared/http/call';
import { shortened } from '../../../../../shared/http/foreignText';
import { omitUndefined } from '../../../../../shared/operation/omit';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { Email } from '../../../../../shared/operation/scalars.schema';
import type { TaggedPerson } from '../../../../../shared/tooling/tags';
import { stepNames } from '../../../../../shared/tooling/steps';
import type { Signer } from '../../../signerEntry/signer.schema';
import { newSigners, signersFromJson } from '../../../signerEntry/signers.schema';
import { isSameName } from './toPrepare';
import type { SignerEmail } from './toPrepare';

const LONGEST_LIST = 500;

/** Those whom tags name, with the addresses of the form. No one is left out, and no one is added. */
export function tagSigners(
	item: ItemContext,
	people: TaggedPerson[],
	{ signerEmails, version }: { signerEmails: SignerEmail[]; version: ApiVersion },
): Signer[] {
	if (people.length === 0) {
		throw tagFault(item, {
			message: 'the document has no tags that the service recognises',
			remedy:
				'Write a tag where each person signs; the support of the service knows how tags are written. Or specify the signers in another way.',
		});
	}
	const stray = signerEmails.find(
		({ name }) => !people.some((one) => isSameName(one.signer, name)),
	);
	if (stray) {
		throw tagFault(item, {
			message: `no tag in the document names the signer ${quoted(stray.name)} of Signer Emails`,
			remedy: `The signers in it are: ${listOf(people)}. Correct the name or remove the entry.`,
		});
	}
	const complete = people.map((one) => {
		const typed = signerEmails.find(({ name }) => isSameName(one.signer, name));
		return { ...one, email: typed?.email ?? one.email?.trim() };
	});
	const without = complete.filter(({ email }) => !email);
	if (without.length > 0) {
		throw tagFault(item, {
			message: `no email for ${listOf(without)}`,
			remedy:
				'Add each of these names with an address under Signer Emails, or write the address into the tag.',
		});
	}
	const wrong = complete.find(({ email }) => !Email.safeParse(email).success);
	if (wrong) {
		throw tagFault(item, {
			message: `the tag of ${listOf([wrong])} has ${quoted(wrong.email)}, which is not an email address`,
			remedy: 'Correct the tag, or add the name and an address under Signer Emails.',
		});
	}
	return asSigners(item, complete, version);
}

/** Positions are in the prepared file, which is the first document. */
function asSigners(item: ItemContext, people: TaggedPerson[], version: ApiVersion): Signer[] {
	const entered = people.map(({ email, order, positions }) =>
		omitUndefined({ email, order, positions }),
	);
	const read = signersFromJson(newSigners(version)).safeParse(entered);
	if (read.success) {
		return read.data.map((signer) =>
			signer.placement === 'position'
				? { ...signer, positions: signer.positions.map((one) => ({ ...one, document: 1 })) }
				: signer,
		);
	}
	const [issue] = read.error.issues;
	const [at = 0, ...field] = issue?.path ?? [];
	const person = people[Number(at)];
	throw tagFault(item, {
		message: `of ${listOf(person ? [person] : people)}, ${field.join(', ')} ${issue?.message ?? ''}`,
		remedy: 'Correct the tags in the document.',
	});
}

function listOf(people: TaggedPerson[]): string {
	const names = people.map(({ signer }) => (signer ? quoted(signer) : 'a signer without a name'));
	return shortened(names.join(', '), LONGEST_LIST);
}

const quoted = (name = '') => `"${shortened(name)}"`;

/** The file has been prepared by now, and its upload is deleted. */
export function tagFault(
	{ context, itemIndex }: ItemContext,
	{ message, remedy }: { message: string; remedy: string },
): NodeOperationError {
	return new NodeOperationError(context.getNode(), `${stepNames.tags}: ${message}`, {
		itemIndex,
		description: `${remedy} No request was created.`,
	});
}
