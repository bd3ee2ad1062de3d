import { ObjectIdentifier, OctetString, type BaseBlock } from 'asn1js';
import { IssuerAndSerialNumber, Time, type SignerInfo } from 'pkijs';
import {
	digestNamed,
	digestOf,
	isSignedBy,
	schemeOf,
	UnknownAlgorithmError,
	weaknessOf,
	type Pieces,
} from '../../../pdf/cms/algorithms.ts';
import { OID } from '../../../pdf/cms/objectIdentifiers.ts';
import { keyIdentifierOf, type X509 } from '../../../pdf/cms/x509.ts';
import { attributeIn } from './attributes.ts';
import { demand, equal, type CmsStructure } from './cmsStructure.ts';
import { namesCertificate } from './signingCertificate.ts';

/** What is wrong with a signature by itself, before anybody asks where the signer's certificate comes from. */
export type CmsFault =
	| 'format'
	| 'hash'
	| 'crypto'
	| 'algorithm'
	| 'signer-certificate'
	| 'no-content'
	| 'time-stamp'
	/** Not readable by its own fault: it may be intact. */
	| 'copy'
	| 'unknown-form'
	/** Intact, but with something around it that the key does not cover. */
	| 'encoding'
	| 'bytes-behind';

export interface Signer {
	fault?: CmsFault;
	certificate?: X509;
	/** As the signer claims it. */
	signedAt?: Date;
	/** An algorithm that is not safe any more. */
	weakness?: string;
}

/** Checks what one signer did, up to and including the key of the certificate. */
export function checkSigner(
	info: SignerInfo,
	structure: CmsStructure,
	content: Pieces | undefined,
): Signer {
	const certificate = structure.certificates.find((each) => identifies(info, each));
	const signer = { certificate, signedAt: signingTime(info) };
	try {
		const fault = findFault(info, structure.contentType, content, certificate);
		return {
			...signer,
			fault: fault ?? structure.oddity,
			weakness: certificate && weaknessIn(info, certificate),
		};
	} catch (error) {
		return { ...signer, fault: error instanceof UnknownAlgorithmError ? 'algorithm' : 'format' };
	}
}

function findFault(
	info: SignerInfo,
	contentType: string,
	content: Pieces | undefined,
	certificate: X509 | undefined,
): CmsFault | undefined {
	const digest = digestNamed(info.digestAlgorithm.algorithmId);
	if (info.signedAttrs) {
		const stated = statedDigest(info, contentType);
		if (content && !equal(stated, digestOf(digest, content))) return 'hash';
	} else if (!content) return 'no-content';
	if (!certificate) return 'signer-certificate';

	const signed = info.signedAttrs ? [new Uint8Array(info.signedAttrs.encodedValue)] : content;
	const signature = info.signature.valueBlock.valueHexView;
	const scheme = schemeOf(info.signatureAlgorithm, digest);
	if (!signed || !isSignedBy(certificate.key, signed, signature, scheme)) {
		// Without attributes, a changed content looks like another key.
		return 'crypto';
	}
	return namesCertificate(info, certificate) ? undefined : 'signer-certificate';
}

function statedDigest({ signedAttrs }: SignerInfo, contentType: string): Uint8Array {
	const stated = attributeIn(signedAttrs, OID.messageDigest);
	const type = attributeIn(signedAttrs, OID.contentType);
	demand(stated instanceof OctetString);
	demand(type instanceof ObjectIdentifier && type.getValue() === contentType);
	return stated.valueBlock.valueHexView;
}

function weaknessIn(info: SignerInfo, { key }: X509): string | undefined {
	const digest = digestNamed(info.digestAlgorithm.algorithmId);
	return weaknessOf([digest, schemeOf(info.signatureAlgorithm, digest).digest], key);
}

/** Names by their bytes: those that differ only in capitals would count as equal otherwise. */
function identifies({ sid }: SignerInfo, each: X509): boolean {
	if (!(sid instanceof IssuerAndSerialNumber)) {
		const identifier = keyIdentifierOf(each);
		return identifier !== undefined && equal(identifier, bytesIn(sid));
	}
	return (
		equal(encoded(sid.issuer), encoded(each.certificate.issuer)) &&
		each.certificate.serialNumber.isEqual(sid.serialNumber)
	);
}

function bytesIn(block: unknown): Uint8Array {
	const { valueBlock } = block as { valueBlock: { valueHexView?: Uint8Array; value?: unknown[] } };
	return valueBlock.valueHexView ?? bytesIn(valueBlock.value?.[0]);
}

function signingTime({ signedAttrs }: SignerInfo): Date | undefined {
	const value = attributeIn(signedAttrs, OID.signingTime);
	return value ? new Time({ schema: value }).value : undefined;
}

const encoded = (object: { toSchema(): BaseBlock }) => new Uint8Array(object.toSchema().toBER());
