import type { OctetString } from 'asn1js';
import { ContentInfo, TSTInfo, type SignerInfo } from 'pkijs';
import { digestNamed, digestOf, weakDigest, type Pieces } from '../../../pdf/cms/algorithms.ts';
import { OID } from '../../../pdf/cms/objectIdentifiers.ts';
import { mayTimeStamp, type X509 } from '../../../pdf/cms/x509.ts';
import { attributeIn, demand, equal, parseCms } from './cmsStructure.ts';
import { checkSigner, type Signer } from './signer.ts';

/** The word of a time-stamp authority that something existed at a time (RFC 3161). */
export interface TimeStamp {
	at: Date;
	authority: X509;
	others: X509[];
	weakness?: string;
}

/** The time stamp over a signature's value, which is what makes it PAdES B-T. Throws when it is for another. */
export function timeStampOf({ unsignedAttrs, signature }: SignerInfo): TimeStamp | undefined {
	const value = attributeIn(unsignedAttrs, OID.signatureTimeStamp);
	if (!value) return undefined;
	const token = new Uint8Array(new ContentInfo({ schema: value }).toSchema().toBER());
	const stamp = checkTimeStamp(token, [signature.valueBlock.valueHexView]);
	const { certificate: authority, fault, others, signedAt: at, weakness } = stamp;
	demand(fault === undefined && at !== undefined);
	demand(authority !== undefined && mayTimeStamp(authority));
	return { at, authority, others, weakness };
}

/** Here the time-stamp authority is the signer. */
export function checkTimeStamp(token: Uint8Array, content: Pieces): Signer & { others: X509[] } {
	const structure = parseCms(token);
	const { contentType, ownContent, signerInfos, certificates } = structure;
	const [info] = signerInfos;
	demand(contentType === OID.timeStampInfo && ownContent !== undefined);
	demand(info !== undefined && signerInfos.length === 1);
	const { messageImprint, genTime } = TSTInfo.fromBER(Uint8Array.from(ownContent).buffer);
	const digest = digestNamed(messageImprint.hashAlgorithm.algorithmId);
	const stated: OctetString = messageImprint.hashedMessage;
	const isForContent = equal(stated.valueBlock.valueHexView, digestOf(digest, content));

	const signer = checkSigner(info, structure, [ownContent]);
	return {
		...signer,
		fault: signer.fault ?? (isForContent ? undefined : 'hash'),
		weakness: signer.weakness ?? weakDigest(digest),
		signedAt: genTime,
		others: certificates.filter((other) => other !== signer.certificate),
	};
}
