import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../shared/account/dialect';
import type { ApiVersion } from '../../../shared/http/call';
import { omitEmpty } from '../../../shared/operation/omit';
import type { Pages } from '../../../shared/placement/corner';
import { visualSignature } from '../../../shared/placement/visualSignature.body';
import type { Signer } from './signer.schema';

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
	if (version === 'v1') {
		const visual_signature = visualSignature(signer, { rules, pages });
		return omitEmpty({ ...personV1(signer), order: rank, visual_signature });
	}
	return omitEmpty({
		...person(signer),
		sequence: rank,
		notify: signer.notify,
		language: rules.signerEntries === 'open' ? signer.language : undefined,
		...(version === 'v2'
			? { visual_signature: visualSignature(signer, { rules, pages }) }
			: { document_signatures: documentSignatures(signer, facts) }),
	});
}

/** The service counts 1..n without gaps; equal numbers stay equal, so these sign in parallel. */
export function ranksOf(orders: Array<number | undefined>): Array<number | undefined> {
	const known = [...new Set(orders.filter((order) => order !== undefined))].sort((a, b) => a - b);
	return orders.map((order) => (order === undefined ? undefined : known.indexOf(order) + 1));
}

function personV1(signer: Signer): IDataObject {
	if (signer.kind === 'account') return { signer_email_address: signer.email };
	if (signer.kind === 'group' || !('provider' in signer)) return {};
	return {
		signer_email_address: signer.kind === 'both' ? signer.email : undefined,
		signer_identity_data: {
			provider: signer.provider,
			first_name: signer.firstName,
			last_name: signer.lastName,
			mobile_number: signer.mobileNumber,
			issuing_country: signer.issuingCountry,
		},
	};
}

function person(signer: Signer): IDataObject {
	if (signer.kind === 'group') return { signer_group_id: signer.groupId };
	if (signer.kind === 'account') return { account_email: signer.email };
	if ('provider' in signer) return {};
	return {
		account_email: signer.kind === 'both' ? signer.email : undefined,
		signer_identity_data: omitEmpty({
			email_address: signer.email,
			first_name: signer.firstName,
			last_name: signer.lastName,
			mobile_number: signer.mobileNumber,
			language: signer.language,
			identity_reference: signer.identityReference,
			identification_require_evidence: signer.requireEvidence || undefined,
		}),
	};
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
