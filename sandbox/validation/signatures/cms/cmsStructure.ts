import { timingSafeEqual } from 'node:crypto';
import {
	Constructed,
	EndOfContent,
	fromBER,
	Integer,
	Null,
	OctetString,
	type BaseBlock,
} from 'asn1js';
import {
	ContentInfo,
	IssuerAndSerialNumber,
	SignedData,
	type AlgorithmIdentifier,
	type SignedAndUnsignedAttributes,
	type SignerInfo,
} from 'pkijs';
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
	/** What is unusual about the parts that no key covers. */
	oddity?: 'encoding' | 'bytes-behind';
}

/**
 * Much of the structure around the signed attributes is not itself signed, so that only strictness finds a
 * change there: whatever is not as the standard demands is an oddity, even where it can be read.
 */
export function parseCms(cms: Uint8Array): CmsStructure {
	const { offset, result: written } = fromBER(cms);
	demand(offset > 0);
	const isDer = equal(new Uint8Array(written.toBER()), cms.subarray(0, offset));
	const result = isDer ? written : fromBER(toDer(written).toBER()).result;
	const room = cms.subarray(offset);
	const info = new ContentInfo({ schema: result });
	demand(info.contentType === OID.signedData);

	const certificates = takeCertificates(info.content as Constructed);
	const { signerInfos, digestAlgorithms, encapContentInfo, version } = new SignedData({
		schema: info.content,
	});
	demand(signerInfos.length > 0);
	const isBasic = encapContentInfo.eContentType === OID.data && signerInfos.every(isNamedByIssuer);
	const announced = new Set(digestAlgorithms.map(({ algorithmId }) => algorithmId));
	const isRegular =
		isDer &&
		version === (isBasic ? 1 : 3) &&
		digestAlgorithms.every(hasUsualParameters) &&
		signerInfos.every(
			(signer) =>
				signer.version === (isNamedByIssuer(signer) ? 1 : 3) &&
				hasUsualParameters(signer.digestAlgorithm) &&
				announced.has(signer.digestAlgorithm.algorithmId),
		);
	const isClean = room.every((byte) => byte === 0);
	return {
		signerInfos,
		certificates,
		contentType: encapContentInfo.eContentType,
		// A long content comes in pieces (BER).
		ownContent: encapContentInfo.eContent && new Uint8Array(encapContentInfo.eContent.getValue()),
		padded: room.length > 0,
		oddity: !isRegular ? 'encoding' : !isClean ? 'bytes-behind' : undefined,
	};
}

const isNamedByIssuer = ({ sid }: SignerInfo) => sid instanceof IssuerAndSerialNumber;

/** With all lengths stated and all contents in one piece (X.690, 10). */
function toDer(block: BaseBlock): BaseBlock {
	if (block instanceof OctetString && block.idBlock.isConstructed) {
		return new OctetString({ valueHex: block.getValue() });
	}
	if (block instanceof Constructed) {
		block.lenBlock.isIndefiniteForm = false;
		block.valueBlock.isIndefiniteForm = false;
		block.valueBlock.value = block.valueBlock.value
			.filter((part) => !(part instanceof EndOfContent))
			.map(toDer);
	}
	return block;
}

/** The optional [0] behind version, digest algorithms and content; pkijs would read all of it once more. */
function takeCertificates({ valueBlock }: Constructed): X509[] {
	const isSet = ({ idBlock }: BaseBlock) => idBlock.tagClass === 3 && idBlock.tagNumber === 0;
	const at = valueBlock.value.findIndex((block, index) => index >= 3 && isSet(block));
	if (at === -1) return [];
	const [set] = valueBlock.value.splice(at, 1);
	return set instanceof Constructed ? certificatesIn(set.valueBlock.value) : [];
}

/** Hardly any digest has some; Ed448 takes one that states its length (RFC 8419). */
function hasUsualParameters({ algorithmId, algorithmParams: given }: AlgorithmIdentifier): boolean {
	const parameter: unknown = given;
	if (algorithmId === OID.shake256WithLength) {
		return parameter instanceof Integer && parameter.valueBlock.valueDec === 512;
	}
	return parameter === undefined || parameter instanceof Null;
}

/** The one value of an attribute; one that is there twice could be read in two ways. */
export function attributeIn(
	attributes: SignedAndUnsignedAttributes | undefined,
	type: string,
): BaseBlock | undefined {
	const found = attributes?.attributes.filter((item) => item.type === type) ?? [];
	const values = found.flatMap((item) => item.values as BaseBlock[]);
	demand(found.length === 0 || values.length === 1);
	return values[0];
}

export function demand(condition: boolean): asserts condition {
	if (!condition) throw new Error('Not a well-formed signature');
}

export const equal = (a: Uint8Array, b: Uint8Array) =>
	a.length === b.length && timingSafeEqual(a, b);
