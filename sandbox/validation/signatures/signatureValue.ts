import { PDFDict, PDFHexString, PDFRef, PDFString } from '@cantoo/pdf-lib';
import { readByteRange, signatureBytes, type ByteRange } from '../../pdf/file/byteRange.ts';
import { permissionIn } from '../../pdf/file/certification.ts';
import { fieldsOf } from './file/fields.ts';
import { entryOf, type ViewedFile } from './file/viewedFile.ts';
import type { CmsForm } from './cms/readCms.ts';

/** What stands in a signed field. */
export interface SignatureValue {
	fieldName: string;
	/** Of the dictionary, or of the field where that stands inside it. */
	ref: PDFRef;
	/** Undefined when the dictionary is not the one around its own value, so that it vouches for nothing. */
	range?: ByteRange;
	/** Undefined when it is none of those that can be checked here. */
	form?: CmsForm;
	/** The time that stands beside the signature. */
	claimedAt?: Date;
	/** What the signature says about itself beyond its certificate. */
	optionalInfos: { name?: string; contact?: string; location?: string; reason?: string };
	/** What the signer allows afterwards: 1 is nothing, 2 is forms and signing, 3 annotations too (DocMDP). */
	permission?: number;
}

const FORMS: Record<string, CmsForm> = {
	'adbe.pkcs7.detached': 'detached',
	'ETSI.CAdES.detached': 'detached',
	'adbe.pkcs7.sha1': 'digest',
	'ETSI.RFC3161': 'time-stamp',
};

/** Those of all signed fields, in the order in which they were made. */
export function signatureValues(pdf: Uint8Array, file: ViewedFile): SignatureValue[] {
	const values = fieldsOf(file).flatMap(({ type, name: fieldName, ref: own, dict, value }) => {
		if (type !== 'Sig' || !(value instanceof PDFDict)) return [];
		const stated = entryOf(dict, 'V');
		const ref = stated instanceof PDFRef ? stated : own;
		const text = (key: string) => file.textIn(value, key);
		return {
			...{ fieldName, ref, range: rangeOf(pdf, file, value, file.offsetOf(ref)) },
			form: FORMS[file.nameIn(value, 'SubFilter') ?? 'adbe.pkcs7.detached'],
			claimedAt: timeIn(file, value),
			optionalInfos: {
				...{ name: text('Name'), contact: text('ContactInfo') },
				...{ location: text('Location'), reason: text('Reason') },
			},
			permission: permissionIn(value),
		};
	});
	return values.toSorted((a, b) => (a.range?.end ?? Infinity) - (b.range?.end ?? Infinity));
}

/** The range leaves out exactly the value of this dictionary, not that of another one. */
function rangeOf(pdf: Uint8Array, file: ViewedFile, value: PDFDict, offset?: number) {
	const contents = file.get(value, 'Contents');
	const range = readByteRange(pdf, file.numbersIn(value, 'ByteRange'));
	if (!range || !(contents instanceof PDFHexString)) return undefined;
	// As text: pdf-lib turns it into bytes pair by pair, and it is long.
	const hex = contents
		.asString()
		.replace(/[\0\t\n\f\r ]/g, '')
		.toLowerCase();
	const isItsValue = hex === Buffer.from(signatureBytes(pdf, range)).toString('hex');
	// A file without a cross-reference does not say where its objects are.
	if (offset === undefined) return isItsValue ? range : undefined;
	const { gapStart } = range;
	const isAround =
		offset < gapStart && !Buffer.from(pdf.subarray(offset, gapStart)).includes('endobj');
	return isItsValue && isAround ? range : undefined;
}

function timeIn(file: ViewedFile, value: PDFDict): Date | undefined {
	const stated = file.get(value, 'M');
	if (!(stated instanceof PDFString || stated instanceof PDFHexString)) return undefined;
	try {
		return stated.decodeDate();
	} catch {
		return undefined;
	}
}
