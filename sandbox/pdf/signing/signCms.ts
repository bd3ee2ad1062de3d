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
import { digestOf, type Pieces } from '../cms/algorithms.ts';
import type { KeyHolder } from '../cms/issue.ts';
import { OID } from '../cms/objectIdentifiers.ts';
import { derOf } from '../cms/x509.ts';

interface Signing {
	holder: KeyHolder;
	content: Pieces;
	/** Besides content type, digest and certificate. */
	attributes?: Attribute[];
	/** What is signed is part of the signature. */
	enclosed?: { type: string; bytes: Uint8Array };
	/** What joins the value once it is there. */
	addition?: (signature: Uint8Array) => Promise<Attribute>;
}

/** A detached signature over the content (RFC 5652) in a file of its own, as CAdES wants it. */
export async function signDetached(
	content: Pieces,
	holder: KeyHolder,
	at: Date,
): Promise<Uint8Array> {
	const attributes = [attribute(OID.signingTime, timeOf(at))];
	return await signContent({ holder, content, attributes });
}

/** A signature that names its signer's certificate (RFC 5035) and carries the chain up to the root. */
export async function signContent(signing: Signing): Promise<Uint8Array> {
	const { holder, content, enclosed, addition, attributes = [] } = signing;
	const { certificate, privateKey, chain } = holder;
	const type = enclosed?.type ?? OID.data;
	const info = new SignerInfo({
		version: 1,
		sid: new IssuerAndSerialNumber({
			issuer: certificate.issuer,
			serialNumber: certificate.serialNumber,
		}),
		signedAttrs: new SignedAndUnsignedAttributes({
			type: 0,
			attributes: inDerOrder([
				attribute(OID.contentType, new ObjectIdentifier({ value: type })),
				attribute(OID.messageDigest, octets(digestOf('sha256', content))),
				attribute(OID.signingCertificateV2, certificateHash(holder)),
				...attributes,
			]),
		}),
	});
	const signedData = new SignedData({
		// RFC 5652, 5.1: content other than plain data is inside.
		version: type === OID.data ? 1 : 3,
		encapContentInfo: new EncapsulatedContentInfo({
			eContentType: type,
			...(enclosed && { eContent: octets(enclosed.bytes), disableSplit: true }),
		}),
		certificates: [certificate, ...chain],
		signerInfos: [info],
	});
	await signedData.sign(privateKey, 0, 'SHA-256');
	if (addition) {
		const added = await addition(info.signature.valueBlock.valueHexView);
		info.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [added] });
	}
	const file = new ContentInfo({
		contentType: OID.signedData,
		content: signedData.toSchema(true),
	});
	return new Uint8Array(file.toSchema().toBER());
}

export function attribute(type: string, value: BaseBlock): Attribute {
	return new Attribute({ type, values: [value] });
}

const certificateHash = ({ certificate }: KeyHolder) =>
	nest(nest(nest(octets(digestOf('sha256', [derOf(certificate)])))));

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
