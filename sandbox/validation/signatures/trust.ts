import { isAuthority, isInForce, isIssuedBy, readX509, type X509 } from '../../pdf/cms/x509.ts';

export type Trust =
	| 'trusted'
	| 'unknown-issuer'
	| 'not-in-force'
	| 'not-for-signing'
	| 'unknown-time-stamp';

type Circumstances = { others: X509[]; roots: Uint8Array[]; at: Date };

/** Follows the issuers of a certificate up to one of the roots, all of them in force at the given time. */
export function trustIn(subject: X509, given: Circumstances, longest = 6): Trust {
	const anchor = given.roots.map(readX509).find((root) => isIssuedBy(subject, root));
	const issuer = given.others.find(
		(other) => other !== subject && isAuthority(other) && isIssuedBy(subject, other),
	);
	// Without an issuer that vouches for it, nothing vouches for its life either.
	if ((!anchor && !issuer) || longest === 0) return 'unknown-issuer';
	if (![subject, anchor ?? subject].every((one) => isInForce(one, given.at))) return 'not-in-force';
	return anchor || !issuer ? 'trusted' : trustIn(issuer, given, longest - 1);
}
