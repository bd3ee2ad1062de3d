/** Names of ASN.1 objects, as far as signatures and certificates use them. */
export const OID = {
	data: '1.2.840.113549.1.7.1',
	signedData: '1.2.840.113549.1.7.2',
	contentType: '1.2.840.113549.1.9.3',
	messageDigest: '1.2.840.113549.1.9.4',
	signingTime: '1.2.840.113549.1.9.5',
	signingCertificate: '1.2.840.113549.1.9.16.2.12',
	signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
	signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
	timeStampInfo: '1.2.840.113549.1.9.16.1.4',
	/** Revocation data that PDF readers put among the signed attributes. */
	revocationInfoArchival: '1.2.840.113583.1.1.8',

	sha1: '1.3.14.3.2.26',
	sha256: '2.16.840.1.101.3.4.2.1',
	/** Whose parameter is the length of the digest in bits. */
	shake256WithLength: '2.16.840.1.101.3.4.2.18',
	rsaPss: '1.2.840.113549.1.1.10',

	commonName: '2.5.4.3',
	country: '2.5.4.6',
	organization: '2.5.4.10',
	organizationalUnit: '2.5.4.11',
	subjectKeyIdentifier: '2.5.29.14',
	keyUsage: '2.5.29.15',
	basicConstraints: '2.5.29.19',
	certificatePolicies: '2.5.29.32',
	authorityKeyIdentifier: '2.5.29.35',
	extendedKeyUsage: '2.5.29.37',
	timeStamping: '1.3.6.1.5.5.7.3.8',
	qcStatements: '1.3.6.1.5.5.7.1.3',
};
