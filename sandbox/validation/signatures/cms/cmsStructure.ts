import { timingSafeEqual } from 'node:crypto';
import { Constructed, fromBER, Integer, Null, type BaseBlock, type OctetString } from 'asn1js';
import { ContentInfo, SignedData, type AlgorithmIdentifier, type SignerInfo } from 'pkijs';
import { OID } from '../../../pdf/cms/objectIdentifiers.ts';
import { certificatesIn, type X509 } from '../../../pdf/cms/x509.ts';

/** The parts of a CMS signature (RFC 5652, 5.1). */
export interface CmsStructure {
	signerInfos: SignerInfo[];
	certificates: X509[];
	contentType: string;
	/** What was signed, where the signature carries it. */
	ownContent?: Uint8Array;
	/** Whether empty room follows, as in a PDF, which keeps more room than a signature takes. */
	padded: boolean;
}

/**
 * Much of the structure around the signed attributes is not itself signed, so that only strictness finds a
 * change there: every length has to fit, and whatever is said twice has to be said alike.
 */
export function parseCms(cms: Uint8Array): CmsStructure {
	const { offset, result } = fromBER(cms);
	demand(offset > 0 && equal(new Uint8Array(result.toBER()), cms.subarray(0, offset)));
	const room = cms.subarray(offset);
	demand(room.every((byte) => byte === 0));
	const info = new ContentInfo({ schema: result });
	demand(info.contentType === OID.signedData);

	const certificates = takeCertificates(info.content as Constructed);
	const { signerInfos, digestAlgorithms, encapContentInfo, version } = new SignedData({
		schema: info.content,
	});
	const isBasic =
		encapContentInfo.eContentType === OID.data && signerInfos.every((each) => each.version === 1);
	demand(signerInfos.length > 0 && version === (isBasic ? 1 : 3));
	demand(digestAlgorithms.every(hasUsualParameters));
	const announced = new Set(digestAlgorithms.map(({ algorithmId }) => algorithmId));
	for (const signer of signerInfos) {
		demand(signer.version === 1 || signer.version === 3);
		demand(hasUsualParameters(signer.digestAlgorithm));
		demand(announced.has(signer.digestAlgorithm.algorithmId));
	}
	return {
		signerInfos,
		certificates,
		contentType: encapContentInfo.eContentType,
		ownContent: encapContentInfo.eContent && bytesOf(encapContentInfo.eContent),
		padded: room.length > 0,
	};
}

/** The optional [0] behind version, digest algorithms and content; pkijs would read all of it once more. */
function takeCertificates({ valueBlock }: Constructed): X509[] {
	const isSet = ({ idBlock }: BaseBlock) => idBlock.tagClass === 3 && idBlock.tagNumber === 0;
	const at = valueBlock.value.findIndex((block, index) => index >= 3 && isSet(block));
	if (at === -1) return [];
	const [set] = valueBlock.value.splice(at, 1);
	return set instanceof Constructed ? certificatesIn(set.valueBlock.value) : [];
}

/** A long content comes in pieces (BER). */
function bytesOf(content: OctetString): Uint8Array {
	return new Uint8Array(content.getValue());
}

/** Hardly any digest has some; Ed448 takes one whose length is told (RFC 8419). */
function hasUsualParameters({ algorithmId, algorithmParams: given }: AlgorithmIdentifier): boolean {
	const parameter: unknown = given;
	if (algorithmId === OID.shake256WithLength) {
		return parameter instanceof Integer && parameter.valueBlock.valueDec === 512;
	}
	return parameter === undefined || parameter instanceof Null;
}

export function demand(condition: boolean): asserts condition {
	if (!condition) throw new Error('Not a well-formed signature');
}

export const equal = (a: Uint8Array, b: Uint8Array) =>
	a.length === b.length && timingSafeEqual(a, b);
