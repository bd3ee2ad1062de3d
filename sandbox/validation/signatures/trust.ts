import { isAuthority, isInForce, isIssuedBy, readX509, type X509 } from '../../pdf/cms/x509.ts';

export type Trust =
	| 'trusted'
	| 'unknown-issuer'
	| 'not-in-force'
	| 'not-for-signing'
	| 'unknown-time-stamp';

const LONGEST_CHAIN = 6;

/** Follows the issuers of a certificate up to one of the roots, all of them in force at the given time. */
export function trustIn(
	certificate: X509,
	{ others, roots, at }: { others: X509[]; roots: Uint8Array[]; at: Date },
): Trust {
	const anchors = roots.map(readX509);
	let current = certificate;
	for (let length = 0; length < LONGEST_CHAIN; length += 1) {
		const subject = current;
		const anchor = anchors.find((root) => isIssuedBy(subject, root));
		const issuer = others.find(
			(other) => other !== subject && isAuthority(other) && isIssuedBy(subject, other),
		);
		// Where no authority vouches for it, its dates prove nothing either.
		if (!anchor && !issuer) return 'unknown-issuer';
		if (![subject, anchor ?? subject].every((one) => isInForce(one, at))) return 'not-in-force';
		if (anchor || !issuer) return 'trusted';
		current = issuer;
	}
	return 'unknown-issuer';
}
