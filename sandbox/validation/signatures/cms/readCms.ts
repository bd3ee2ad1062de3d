import { digestOf, weakDigest, type Pieces } from '../../../pdf/cms/algorithms.ts';
import { OID } from '../../../pdf/cms/objectIdentifiers.ts';
import type { X509 } from '../../../pdf/cms/x509.ts';
import { attributeIn, demand, equal, parseCms, type CmsStructure } from './cmsStructure.ts';
import { checkSigner, faultBy, type CmsFault, type Signer } from './signer.ts';
import { checkTimeStamp, timeStampOf, type TimeStamp } from './timeStampToken.ts';

export interface SignerReading extends Signer {
	timeStamp?: TimeStamp;
	/** Whether something stands beside the signature that is not signed and not known here. */
	hasUnknownAdditions?: boolean;
}

/** At least one signer; a signature that cannot be read has one with that fault. */
type CmsReading = { signers: SignerReading[]; certificates: X509[] };

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
		if (form !== 'time-stamp') return read(cms, form, content);
		const { others, ...signer } = checkTimeStamp(cms, content ?? []);
		return { signers: [signer], certificates: others };
	} catch (error) {
		return { signers: [{ fault: faultBy(error) }], certificates: [] };
	}
}

function read(cms: Uint8Array, form: CmsForm, content: Pieces | undefined): CmsReading {
	const structure = parseCms(cms);
	demand(structure.contentType === OID.data);
	const { fault, signed } = signedContent(structure, form, content);
	const signers = structure.signerInfos.map((info): SignerReading => {
		const signer: SignerReading = checkSigner(info, structure, signed);
		// The signers still have names, but their signatures are not looked at.
		if (fault) return { ...signer, fault };
		// Whatever the signers took, the document itself was hashed with SHA-1.
		if (form === 'digest') signer.weakness = weakDigest('sha1');
		const additions = info.unsignedAttrs?.attributes ?? [];
		signer.hasUnknownAdditions = additions.some(({ type }) => !ADDITIONS.has(type));
		try {
			return signer.fault ? signer : { ...signer, timeStamp: timeStampOf(info) };
		} catch {
			return { ...signer, fault: 'time-stamp' };
		}
	});
	return { signers, certificates: structure.certificates };
}

/** A content inside a detached signature could be what was signed, instead of the document around it. */
function signedContent(
	structure: CmsStructure,
	form: CmsForm,
	content: Pieces | undefined,
): { signed?: Pieces; fault?: CmsFault } {
	const { ownContent } = structure;
	const own = ownContent && [ownContent];
	if (form === 'file') return isFromPdf(structure) ? { fault: 'no-content' } : { signed: own };
	demand(form !== 'digest' || own !== undefined);
	if (!own || !content) return { signed: content };
	const expected = form === 'digest' ? [digestOf('sha1', content)] : content;
	const isSame = equal(digestOf('sha256', own), digestOf('sha256', expected));
	return isSame ? { signed: own } : { fault: 'hash' };
}

/**
 * Taken out of a PDF: PAdES forbids the signing time that every CAdES signature has, only PDF readers write
 * revocation data among the attributes, and only in a PDF there is room behind a signature.
 */
const isFromPdf = ({ ownContent, padded, signerInfos }: CmsStructure) =>
	padded ||
	signerInfos.some(
		({ signedAttrs }) =>
			attributeIn(signedAttrs, OID.revocationInfoArchival) !== undefined ||
			(!ownContent && signedAttrs && !attributeIn(signedAttrs, OID.signingTime)),
	);
