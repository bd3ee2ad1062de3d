import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../shared/account/dialect';
import type { ApiVersion } from '../../shared/client/call';
import { omitEmpty } from '../../shared/network/json';
import type { Pages } from '../../shared/positions/pages';
import { visualSignature } from '../../shared/positions/visualSignature.body';
import type { Signer } from './signer.schema';
import { kinds, membersOf, namesIn, signerProperties } from './signerProperties';

interface SignerFacts {
	version: ApiVersion;
	rules: Rules;
	documentIds: string[];
	/** Of these documents, where a signature goes into a corner. */
	pages?: Pages[];
	/** Place in the order of signing, as the service counts it. */
	rank?: number;
}

/** The entries of `signatures` for people who are new to the request. */
export function signaturesOf(signers: Signer[], facts: Omit<SignerFacts, 'rank'>): IDataObject[] {
	const ranks = ranksOf(signers.map(({ order }) => order));
	return signers.map((signer, at) => signatureOf(signer, { ...facts, rank: ranks[at] }));
}

/** An entry of `signatures` (interface.md 2.2), each version with its own names. */
export function signatureOf(signer: Signer, facts: SignerFacts): IDataObject {
	const { version, rules, pages: [pages] = [], rank } = facts;
	const { invitedBy } = kinds[signer.kind];
	const isOpen = rules.signerEntries === 'open';
	const documents = version === 'v3' ? documentSignatures(signer, facts) : undefined;
	const values: IDataObject = { ...signer, order: rank, documents };
	const entry: IDataObject = {};
	const identity: IDataObject = {};
	for (const property of signerProperties) {
		const value = values[property.field.name];
		const members = membersOf(property, version);
		if (members.entry) entry[members.entry] = value;
		if (members.openEntry && isOpen) entry[members.openEntry] = value;
		if (members.account && invitedBy.includes('account')) entry[members.account] = value;
		if (members.identity && invitedBy.includes('identity')) identity[members.identity] = value;
	}
	const filled = omitEmpty(identity);
	return omitEmpty({
		...entry,
		signer_identity_data: Object.keys(filled).length > 0 ? filled : undefined,
		visual_signature: version === 'v3' ? undefined : visualSignature(signer, { rules, pages }),
	});
}

/** The members of `signer_identity_data` that version 2 and later take. */
export const identityMembers = signerProperties
	.filter(({ field }) => namesIn('v2').includes(field.name))
	.flatMap((property) => membersOf(property, 'v2').identity ?? []);

/** The service counts 1..n without gaps; equal numbers stay equal, so these sign in parallel. */
export function ranksOf(orders: Array<number | undefined>): Array<number | undefined> {
	const known = [...new Set(orders.filter((order) => order !== undefined))].sort((a, b) => a - b);
	return orders.map((order) => (order === undefined ? undefined : known.indexOf(order) + 1));
}

/** In v3 a signer signs what is listed: every document unless the user chose. */
function documentSignatures(
	signer: Signer,
	{ rules, documentIds, pages = [] }: SignerFacts,
): IDataObject[] {
	const numbers = signer.documents ?? documentIds.map((_, index) => index + 1);
	return numbers.map((documentNumber) => {
		const at = documentNumber - 1;
		return omitEmpty({
			document_id: documentIds[at],
			visual_signature: visualSignature(signer, { rules, pages: pages[at], documentNumber }),
		});
	});
}
