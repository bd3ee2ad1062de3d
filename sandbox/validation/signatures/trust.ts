import { X509Certificate } from 'node:crypto';

export type Trust = 'trusted' | 'unknown-issuer' | 'not-in-force';

const LONGEST_CHAIN = 5;

/** Follows the issuers of a certificate up to one of the roots, all of them in force at the given time. */
export function trustIn(
	certificate: X509Certificate,
	{ others, roots, at }: { others: X509Certificate[]; roots: Uint8Array[]; at: Date },
): Trust {
	const anchors = roots.map((root) => new X509Certificate(root));
	let current = certificate;
	for (let length = 0; length < LONGEST_CHAIN; length += 1) {
		if (!inForce(current, at)) return 'not-in-force';
		if (anchors.some((anchor) => issued(anchor, current) && inForce(anchor, at))) return 'trusted';
		const issuer = others.find((other) => other !== current && other.ca && issued(other, current));
		if (!issuer) return 'unknown-issuer';
		current = issuer;
	}
	return 'unknown-issuer';
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
	return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function inForce({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
	return validFromDate <= at && at <= validToDate;
}
