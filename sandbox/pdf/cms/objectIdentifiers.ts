/** Names of ASN.1 objects, as far as signatures and certificates of the sandbox use them. */
export const OID = {
	data: '1.2.840.113549.1.7.1',
	signedData: '1.2.840.113549.1.7.2',
	contentType: '1.2.840.113549.1.9.3',
	messageDigest: '1.2.840.113549.1.9.4',
	signingTime: '1.2.840.113549.1.9.5',
	signingCertificateV2: '1.2.840.113549.1.9.16.2.47',

	commonName: '2.5.4.3',
	country: '2.5.4.6',
	organization: '2.5.4.10',
	organizationalUnit: '2.5.4.11',
	keyUsage: '2.5.29.15',
	basicConstraints: '2.5.29.19',
};

export const DIGESTS: Record<string, string> = {
	'2.16.840.1.101.3.4.2.1': 'sha256',
	'2.16.840.1.101.3.4.2.2': 'sha384',
	'2.16.840.1.101.3.4.2.3': 'sha512',
};

/** The key that each signature algorithm needs, and the digest where the algorithm fixes it. */
export const SIGNATURES: Record<string, { key: 'ec' | 'rsa'; digest?: string }> = {
	'1.2.840.10045.4.3.2': { key: 'ec', digest: 'sha256' },
	'1.2.840.10045.4.3.3': { key: 'ec', digest: 'sha384' },
	'1.2.840.10045.4.3.4': { key: 'ec', digest: 'sha512' },
	'1.2.840.113549.1.1.1': { key: 'rsa' },
	'1.2.840.113549.1.1.11': { key: 'rsa', digest: 'sha256' },
	'1.2.840.113549.1.1.12': { key: 'rsa', digest: 'sha384' },
	'1.2.840.113549.1.1.13': { key: 'rsa', digest: 'sha512' },
};
