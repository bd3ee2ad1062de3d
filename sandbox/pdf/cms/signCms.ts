import { ObjectIdentifier, OctetString, Sequence, type BaseBlock } from 'asn1js';
import {
	Attribute,
	ContentInfo,
	EncapsulatedContentInfo,
	IssuerAndSerialNumber,
	SignedAndUnsignedAttributes,
	SignedData,
	SignerInfo,
	Time,
} from 'pkijs';
import { digestOf, type Pieces } from './algorithms.ts';
import type { SigningIdentity } from './certificate.ts';
import { OID } from './objectIdentifiers.ts';

/** A detached signature over the content (RFC 5652) that names its signer's certificate (RFC 5035). */
export async function signDetached(
	content: Pieces,
	{ certificate, privateKey }: SigningIdentity,
	at: Date,
): Promise<Uint8Array> {
	const certificateBytes = new Uint8Array(certificate.toSchema().toBER());
	const attributes = [
		attribute(OID.contentType, new ObjectIdentifier({ value: OID.data })),
		attribute(OID.signingTime, timeOf(at)),
		attribute(OID.messageDigest, octets(digestOf('sha256', content))),
		attribute(
			OID.signingCertificateV2,
			nest(nest(nest(octets(digestOf('sha256', [certificateBytes]))))),
		),
	];
	const signedData = new SignedData({
		version: 1,
		encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
		certificates: [certificate],
		signerInfos: [
			new SignerInfo({
				version: 1,
				sid: new IssuerAndSerialNumber({
					issuer: certificate.issuer,
					serialNumber: certificate.serialNumber,
				}),
				signedAttrs: new SignedAndUnsignedAttributes({
					type: 0,
					attributes: inDerOrder(attributes),
				}),
			}),
		],
	});
	await signedData.sign(privateKey, 0, 'SHA-256');
	const info = new ContentInfo({
		contentType: OID.signedData,
		content: signedData.toSchema(true),
	});
	return new Uint8Array(info.toSchema().toBER());
}

function attribute(type: string, value: BaseBlock): Attribute {
	return new Attribute({ type, values: [value] });
}

/** The signed attributes are a SET OF, and what is signed is its DER form: sorted by encoding. */
function inDerOrder(attributes: Attribute[]): Attribute[] {
	const bytes = (item: Attribute) => Buffer.from(item.toSchema().toBER());
	return attributes.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)));
}

function timeOf(at: Date): BaseBlock {
	return new Time({ type: at.getUTCFullYear() < 2050 ? 0 : 1, value: at }).toSchema();
}

const nest = (value: BaseBlock) => new Sequence({ value: [value] });

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
