import {
	isAuthority,
	isInForce,
	isIssuedBy,
	mayStandAbove,
	readX509,
	type X509,
} from '../../pdf/cms/x509.ts';

export type Trust =
	| 'trusted'
	| 'unknown-issuer'
	| 'not-in-force'
	| 'not-for-signing'
	| 'unknown-time-stamp';

type Circumstances = { others: X509[]; roots: Uint8Array[]; at: Date };

const MOST_AUTHORITIES = 6;

/** Follows the issuers of a certificate up to one of the roots, all of them in force at the given time. */
export function trustIn(subject: X509, given: Circumstances, authorities = 0): Trust {
	const isAbove = (one: X509) => mayStandAbove(one, authorities) && isIssuedBy(subject, one);
	const anchor = given.roots.map(readX509).find(isAbove);
	const issuer = given.others.find(
		(other) => other !== subject && isAuthority(other) && isAbove(other),
	);
	// Without an issuer that vouches for it, nothing vouches for its life either.
	if ((!anchor && !issuer) || authorities === MOST_AUTHORITIES) return 'unknown-issuer';
	if (![subject, anchor ?? subject].every((one) => isInForce(one, given.at))) return 'not-in-force';
	return anchor || !issuer ? 'trusted' : trustIn(issuer, given, authorities + 1);
}
