import { timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { fromBER, Null, ObjectIdentifier, OctetString, Sequence, type BaseBlock } from 'asn1js';
import {
	Certificate,
	ContentInfo,
	IssuerAndSerialNumber,
	SignedData,
	Time,
	type AlgorithmIdentifier,
	type SignerInfo,
} from 'pkijs';
import { DIGESTS, OID, SIGNATURES } from '../../pdf/cms/objectIdentifiers.ts';
import { digestOf, type Pieces } from '../../pdf/cms/signCms.ts';

/** What is wrong with a signature by itself, before anybody asks where the signer's certificate comes from. */
export type CmsFault = 'format' | 'hash' | 'crypto' | 'signer-certificate';

interface CmsReading {
	fault?: CmsFault;
	signer?: X509Certificate;
	otherCertificates: X509Certificate[];
	signedAt?: Date;
}

/** Checks a detached signature, against its content where that is known, up to and including the key of its certificate. */
export function readDetached(cms: Uint8Array, content: Pieces | undefined): CmsReading {
	try {
		return read(cms, content);
	} catch {
		// asn1js, pkijs and node:crypto answer malformed input with errors of many kinds.
		return { fault: 'format', otherCertificates: [] };
	}
}

function read(cms: Uint8Array, content: Pieces | undefined): CmsReading {
	const { signerInfo, certificates } = parse(cms);
	const signer = certificates.find((certificate) => identifies(signerInfo.sid, certificate));
	const reading = {
		signer: signer && toX509(signer),
		otherCertificates: certificates.filter((other) => other !== signer).map(toX509),
		signedAt: signingTime(signerInfo),
	};
	return { ...reading, fault: findFault(signerInfo, content, reading.signer) };
}

function findFault(
	signerInfo: SignerInfo,
	content: Pieces | undefined,
	signer: X509Certificate | undefined,
): CmsFault | undefined {
	const digest = DIGESTS[signerInfo.digestAlgorithm.algorithmId];
	const stated = attributeValue(signerInfo, OID.messageDigest);
	if (!digest || !(stated instanceof OctetString) || !signerInfo.signedAttrs) return 'format';
	if (content && !equal(stated.valueBlock.valueHexView, digestOf(digest, content))) return 'hash';
	if (!signer) return 'signer-certificate';

	const algorithm = SIGNATURES[signerInfo.signatureAlgorithm.algorithmId];
	if (!algorithm || algorithm.key !== signer.publicKey.asymmetricKeyType) return 'crypto';
	if ((algorithm.digest ?? digest) !== digest) return 'crypto';
	const signedBytes = new Uint8Array(signerInfo.signedAttrs.encodedValue);
	const signature = signerInfo.signature.valueBlock.valueHexView;
	if (!verify(digest, signedBytes, signer.publicKey, signature)) return 'crypto';
	return namesCertificate(signerInfo, signer) ? undefined : 'signer-certificate';
}

/** A certificate exchanged for another one with the same key is found by its hash (RFC 5035). */
function namesCertificate(signerInfo: SignerInfo, signer: X509Certificate): boolean {
	const value = attributeValue(signerInfo, OID.signingCertificateV2);
	if (!value) return true;
	return octetStrings(value).some((hash) => equal(hash, digestOf('sha256', [signer.raw])));
}

function octetStrings(block: BaseBlock): Uint8Array[] {
	if (block instanceof OctetString) return [block.valueBlock.valueHexView];
	return block instanceof Sequence ? block.valueBlock.value.flatMap(octetStrings) : [];
}

/**
 * Much of the structure around the signed attributes is not itself signed, so that only strictness finds a
 * change there: every length has to fit, and whatever is said twice has to be said alike.
 */
function parse(cms: Uint8Array): { signerInfo: SignerInfo; certificates: Certificate[] } {
	const { offset, result } = fromBER(cms);
	demand(offset > 0 && equal(new Uint8Array(result.toBER()), cms.subarray(0, offset)));
	// The room kept for the signature is larger than it; what is left over has to be empty.
	demand(cms.subarray(offset).every((byte) => byte === 0));
	const info = new ContentInfo({ schema: result });
	demand(info.contentType === OID.signedData);

	const signedData = new SignedData({ schema: info.content });
	const { signerInfos, certificates = [], digestAlgorithms, encapContentInfo } = signedData;
	const [signerInfo] = signerInfos;
	demand(signerInfo !== undefined && signerInfos.length === 1);
	const contentType = attributeValue(signerInfo, OID.contentType);
	demand(contentType instanceof ObjectIdentifier && contentType.getValue() === OID.data);
	demand(encapContentInfo.eContentType === OID.data && !encapContentInfo.eContent);
	demand(signedData.version === 1 && signerInfo.version === 1);
	demand([...digestAlgorithms, signerInfo.digestAlgorithm].every(hasNoParameters));
	demand(
		digestAlgorithms.some(
			({ algorithmId }) => algorithmId === signerInfo.digestAlgorithm.algorithmId,
		),
	);
	return { signerInfo, certificates: certificates.filter((item) => item instanceof Certificate) };
}

function demand(condition: boolean): asserts condition {
	if (!condition) throw new Error('Not a well-formed signature');
}

const hasNoParameters = ({ algorithmParams }: AlgorithmIdentifier) =>
	algorithmParams === undefined || algorithmParams instanceof Null;

/** By their bytes: names that differ only in capitals would count as equal otherwise. */
function identifies(sid: unknown, certificate: Certificate): boolean {
	return (
		sid instanceof IssuerAndSerialNumber &&
		equal(encoded(sid.issuer), encoded(certificate.issuer)) &&
		certificate.serialNumber.isEqual(sid.serialNumber)
	);
}

function signingTime(signerInfo: SignerInfo): Date | undefined {
	const value = attributeValue(signerInfo, OID.signingTime);
	return value ? new Time({ schema: value }).value : undefined;
}

function attributeValue(signerInfo: SignerInfo, type: string): BaseBlock | undefined {
	const found = signerInfo.signedAttrs?.attributes.find((item) => item.type === type);
	return found?.values[0] as BaseBlock | undefined;
}

const encoded = (object: { toSchema(): BaseBlock }) => new Uint8Array(object.toSchema().toBER());

const toX509 = (certificate: Certificate) => new X509Certificate(encoded(certificate));

const equal = (a: Uint8Array, b: Uint8Array) => a.length === b.length && timingSafeEqual(a, b);
