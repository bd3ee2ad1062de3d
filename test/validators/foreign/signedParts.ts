import { ObjectIdentifier } from 'asn1js';
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData } from 'pkijs';

/** The one signature of a file, and what it signs. */
export function signedParts(pdf: Buffer): { cms: Buffer; content: Buffer } {
	const range = /ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)/.exec(pdf.toString('latin1'));
	const [, start, end, length] = range!.map(Number) as [number, number, number, number];
	return {
		cms: Buffer.from(pdf.toString('latin1', start + 1, end - 1), 'hex'),
		content: Buffer.concat([pdf.subarray(0, start), pdf.subarray(end, end + length)]),
	};
}

/** What a signature is made of, before anyone calculates with it. */
export interface SignatureParts {
	digest: string;
	algorithm: string;
	/** Of the first signer's key, where that lies on one. */
	curve?: string;
	isNamedByKey: boolean;
	hasAttributes: boolean;
	/** What the first signer's key has made. */
	value: Buffer;
}

export function signatureParts(cms: Buffer): SignatureParts {
	const { content: schema } = ContentInfo.fromBER(Uint8Array.from(cms)) as { content: unknown };
	const { signerInfos, certificates = [] } = new SignedData({ schema });
	const [first] = signerInfos;
	const { digestAlgorithm, signatureAlgorithm, signature, signedAttrs } = first!;
	const sid: unknown = first!.sid;
	const isNamedByKey = !(sid instanceof IssuerAndSerialNumber);
	const holder = certificates.find(
		(one) =>
			one instanceof Certificate && (isNamedByKey || one.serialNumber.isEqual(sid.serialNumber)),
	);
	const parameters =
		holder instanceof Certificate
			? (holder.subjectPublicKeyInfo.algorithm.algorithmParams as unknown)
			: undefined;
	return {
		digest: digestAlgorithm.algorithmId,
		algorithm: signatureAlgorithm.algorithmId,
		curve: parameters instanceof ObjectIdentifier ? parameters.getValue() : undefined,
		isNamedByKey,
		hasAttributes: signedAttrs !== undefined,
		value: Buffer.from(signature.valueBlock.valueHexView),
	};
}
