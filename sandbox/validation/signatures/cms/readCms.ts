import type { SignerInfo } from 'pkijs';
import {
	digestOf,
	UnknownAlgorithmError,
	weakDigest,
	type Pieces,
} from '../../../pdf/cms/algorithms.ts';
import { OID } from '../../../pdf/cms/objectIdentifiers.ts';
import type { X509 } from '../../../pdf/cms/x509.ts';
import { attributeIn } from './attributes.ts';
import { demand, equal, parseCms, type CmsStructure } from './cmsStructure.ts';
import { checkSigner, type CmsFault, type Signer } from './signer.ts';
import { checkTimeStamp, timeStampOf, type TimeStamp } from './timeStampToken.ts';

export interface SignerReading extends Signer {
	timeStamp?: TimeStamp;
	/** Whether something stands beside the signature that was not signed and is not known here. */
	hasUnknownAdditions?: boolean;
}

export interface CmsReading {
	/** At least one; a signature that cannot be read has one with that fault. */
	signers: [SignerReading, ...SignerReading[]];
	certificates: X509[];
}

/** How a signature relates to what it signs. */
export type CmsForm =
	/** The content stands elsewhere. */
	| 'detached'
	/** The content is the SHA-1 of what stands elsewhere (`adbe.pkcs7.sha1`). */
	| 'digest'
	/** The whole value is a time stamp (`ETSI.RFC3161`). */
	| 'time-stamp'
	/** A file of its own, with or without its content. */
	| 'file';

/** Time stamps, countersignatures and data for validating later (ETSI EN 319 122-1, 5.3 to 5.5). */
const ADDITIONS = new Set([
	OID.signatureTimeStamp,
	'1.2.840.113549.1.9.6',
	...[21, 22, 23, 24, 25, 26, 27, 48].map((last) => `1.2.840.113549.1.9.16.2.${last}`),
	'0.4.0.1733.2.4',
	'0.4.0.1733.2.5',
]);

export function readCms(cms: Uint8Array, form: CmsForm, content?: Pieces): CmsReading {
	try {
		return form === 'time-stamp' ? readStamp(cms, content ?? []) : read(cms, form, content);
	} catch (error) {
		// asn1js, pkijs and node:crypto answer malformed input with errors of many kinds.
		const fault = error instanceof UnknownAlgorithmError ? 'algorithm' : 'format';
		return { signers: [{ fault }], certificates: [] };
	}
}

function readStamp(token: Uint8Array, content: Pieces): CmsReading {
	const { others, ...signer } = checkTimeStamp(token, content);
	return { signers: [signer], certificates: others };
}

function read(cms: Uint8Array, form: CmsForm, content: Pieces | undefined): CmsReading {
	const structure = parseCms(cms);
	demand(structure.contentType === OID.data);
	if (form === 'file' && isFromPdf(structure)) return faulty(structure, 'no-content');
	const signed = signedContent(structure, form, content);
	if (signed === 'changed') return faulty(structure, 'hash');
	const signerOf = (info: SignerInfo) => {
		const signer = checkSigner(info, structure, signed);
		// Whatever the signers took, the document itself was hashed with SHA-1.
		return form === 'digest' ? { ...signer, weakness: weakDigest('sha1') } : signer;
	};
	const [first, ...others] = structure.signerInfos.map((info) => ({
		...withTimeStamp(signerOf(info), () => timeStampOf(info)),
		hasUnknownAdditions: info.unsignedAttrs?.attributes.some(({ type }) => !ADDITIONS.has(type)),
	}));
	demand(first !== undefined);
	return { signers: [first, ...others], certificates: structure.certificates };
}

/** A content inside a detached signature could be what was signed, instead of the document around it. */
function signedContent(
	{ ownContent }: CmsStructure,
	form: CmsForm,
	content: Pieces | undefined,
): Pieces | 'changed' | undefined {
	if (form === 'file') return ownContent && [ownContent];
	demand(form !== 'digest' || ownContent !== undefined);
	if (!ownContent || !content) return content;
	const expected = form === 'digest' ? [digestOf('sha1', content)] : content;
	const isSame = equal(digestOf('sha256', [ownContent]), digestOf('sha256', expected));
	return isSame ? [ownContent] : 'changed';
}

/**
 * Taken out of a PDF: PAdES forbids the signing time that every CAdES signature has, only PDF readers write
 * revocation data among the attributes, and only in a PDF there is room behind a signature.
 */
function isFromPdf({ ownContent, padded, signerInfos }: CmsStructure): boolean {
	if (padded) return true;
	return signerInfos.some(
		({ signedAttrs }) =>
			attributeIn(signedAttrs, OID.revocationInfoArchival) !== undefined ||
			(!ownContent && signedAttrs && !attributeIn(signedAttrs, OID.signingTime)),
	);
}

/** The signers still have names, but their signatures are not looked at. */
function faulty(structure: CmsStructure, fault: CmsFault): CmsReading {
	const [first, ...others] = structure.signerInfos.map((info) => ({
		...checkSigner(info, structure, undefined),
		fault,
	}));
	demand(first !== undefined);
	return { signers: [first, ...others], certificates: structure.certificates };
}

function withTimeStamp(signer: Signer, stamp: () => TimeStamp | undefined): SignerReading {
	if (signer.fault) return signer;
	try {
		return { ...signer, timeStamp: stamp() };
	} catch {
		return { ...signer, fault: 'time-stamp' };
	}
}
