import { ObjectIdentifier, OctetString, Sequence, type BaseBlock } from 'asn1js';
import { AlgorithmIdentifier, IssuerAndSerialNumber, Time, type SignerInfo } from 'pkijs';
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
import { attributeIn, demand, equal, type CmsStructure } from './cmsStructure.ts';

/** What is wrong with a signature by itself, wherever the signer's certificate comes from. */
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

/** asn1js, pkijs and node:crypto answer malformed input with errors of many kinds. */
export const faultBy = (error: unknown): CmsFault =>
	error instanceof UnknownAlgorithmError ? 'algorithm' : 'format';

/** Checks what one signer did, up to and including the key of the certificate. */
export function checkSigner(info: SignerInfo, structure: CmsStructure, content?: Pieces): Signer {
	const certificate = structure.certificates.find((each) => identifies(info, each));
	const time = attributeIn(info.signedAttrs, OID.signingTime);
	const signer = { certificate, signedAt: time && new Time({ schema: time }).value };
	try {
		const digest = digestNamed(info.digestAlgorithm.algorithmId);
		const scheme = () => schemeOf(info.signatureAlgorithm, digest);
		const fault = findFault(info, { structure, content, certificate, digest, scheme });
		const weakness = certificate && weaknessOf([digest, scheme().digest], certificate.key);
		return { ...signer, fault: fault ?? structure.oddity, weakness };
	} catch (error) {
		return { ...signer, fault: faultBy(error) };
	}
}

interface Check {
	structure: CmsStructure;
	content?: Pieces;
	certificate?: X509;
	digest: string;
	/** Found out last: the algorithm may be unknown. */
	scheme: () => ReturnType<typeof schemeOf>;
}

function findFault(
	{ signedAttrs, signature }: SignerInfo,
	{ structure, content, certificate, digest, scheme }: Check,
): CmsFault | undefined {
	if (signedAttrs) {
		const stated = attributeIn(signedAttrs, OID.messageDigest);
		const type = attributeIn(signedAttrs, OID.contentType);
		demand(stated instanceof OctetString && type instanceof ObjectIdentifier);
		demand(type.getValue() === structure.contentType);
		const isSame = !content || equal(stated.valueBlock.valueHexView, digestOf(digest, content));
		if (!isSame) return 'hash';
	}
	const signed = signedAttrs ? [new Uint8Array(signedAttrs.encodedValue)] : content;
	if (!signed) return 'no-content';
	if (!certificate) return 'signer-certificate';
	// Without attributes, a changed content looks like another key.
	const value = signature.valueBlock.valueHexView;
	if (!isSignedBy(certificate.key, signed, value, scheme())) return 'crypto';
	// Its signed hash finds a certificate exchanged for another with the same key (RFC 5035).
	const isNamed =
		isHashOf(certificate, attributeIn(signedAttrs, OID.signingCertificate), 'sha1') &&
		isHashOf(certificate, attributeIn(signedAttrs, OID.signingCertificateV2), 'sha256');
	return isNamed ? undefined : 'signer-certificate';
}

/** Both versions list identifiers, and the first one is the signer's. */
function isHashOf({ raw }: X509, attribute: BaseBlock | undefined, usualDigest: string): boolean {
	if (!attribute) return true;
	const [first, second] = membersOf(membersOf(membersOf(attribute)[0])[0]);
	const digest =
		first instanceof Sequence
			? digestNamed(new AlgorithmIdentifier({ schema: first }).algorithmId)
			: usualDigest;
	const hash = first instanceof OctetString ? first : second;
	return (
		hash instanceof OctetString && equal(hash.valueBlock.valueHexView, digestOf(digest, [raw]))
	);
}

const membersOf = (block?: BaseBlock) => (block instanceof Sequence ? block.valueBlock.value : []);

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

const encoded = (object: { toSchema(): BaseBlock }) => new Uint8Array(object.toSchema().toBER());
