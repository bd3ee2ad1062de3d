import {
	PDFArray,
	PDFDict,
	PDFHexString,
	PDFName,
	PDFNumber,
	PDFRef,
	PDFString,
	type PDFAcroField,
} from '@cantoo/pdf-lib';
import { readByteRange, signatureBytes, type ByteRange } from '../../pdf/file/byteRange.ts';
import { permissionIn } from '../../pdf/file/certification.ts';
import { signatureFields } from '../../pdf/file/signatureField.ts';
import type { ViewedFile } from './file/viewedFile.ts';
import type { CmsForm } from './cms/readCms.ts';

/** What stands in a signed field. */
export interface SignatureValue {
	fieldName: string;
	/** Of the dictionary, or of the field where that stands inside it. */
	ref: PDFRef;
	/** Undefined when the dictionary is not the one around its own value, so that it vouches for nothing. */
	range?: ByteRange;
	form: CmsForm;
	/** The time that stands beside the signature. */
	claimedAt?: Date;
	optionalInfos: OptionalInfos;
	/** What the signer allows afterwards: 1 is nothing, 2 is signing, 3 annotations too (DocMDP). */
	permission?: number;
}

export interface OptionalInfos {
	name?: string;
	contact?: string;
	location?: string;
	reason?: string;
}

const FORMS: Record<string, CmsForm> = {
	'adbe.pkcs7.sha1': 'digest',
	'ETSI.RFC3161': 'time-stamp',
};

/** Those of all signed fields, in the order in which they were made. */
export function signatureValues(pdf: Uint8Array, file: ViewedFile): SignatureValue[] {
	return signatureFields(file)
		.flatMap(([fieldName, field]) => {
			const value = field.V();
			return value instanceof PDFDict ? [describe({ pdf, file, fieldName, field, value })] : [];
		})
		.toSorted((a, b) => (a.range?.end ?? Infinity) - (b.range?.end ?? Infinity));
}

interface Signed {
	pdf: Uint8Array;
	file: ViewedFile;
	fieldName: string;
	field: PDFAcroField;
	value: PDFDict;
}

function describe(signed: Signed): SignatureValue {
	const { fieldName, field, value } = signed;
	const stated = field.dict.get(PDFName.of('V'));
	const ref = stated instanceof PDFRef ? stated : field.ref;
	const subFilter = value.lookup(PDFName.of('SubFilter'));
	return {
		fieldName,
		ref,
		range: rangeOf(signed, ref),
		form: (subFilter instanceof PDFName && FORMS[subFilter.decodeText()]) || 'detached',
		claimedAt: timeIn(value),
		optionalInfos: {
			name: textIn(value, 'Name'),
			contact: textIn(value, 'ContactInfo'),
			location: textIn(value, 'Location'),
			reason: textIn(value, 'Reason'),
		},
		permission: permissionIn(value),
	};
}

/** The range leaves out exactly the value of this dictionary, not that of another one. */
function rangeOf({ pdf, file, value }: Signed, ref: PDFRef): ByteRange | undefined {
	const stated = value.lookup(PDFName.of('ByteRange'));
	const contents = value.lookup(PDFName.of('Contents'));
	if (!(stated instanceof PDFArray) || !(contents instanceof PDFHexString)) return undefined;
	const numbers = stated
		.asArray()
		.map((item) => (item instanceof PDFNumber ? item.asNumber() : NaN));
	const range = readByteRange(pdf, numbers);
	if (!range || !Buffer.from(contents.asBytes()).equals(signatureBytes(pdf, range)))
		return undefined;
	return surrounds(pdf, file.offsetOf(ref), range) ? range : undefined;
}

function surrounds(pdf: Uint8Array, offset: number | undefined, { gapStart }: ByteRange): boolean {
	// A file without a cross-reference does not say where its objects are.
	if (offset === undefined) return true;
	return offset < gapStart && !Buffer.from(pdf.subarray(offset, gapStart)).includes('endobj');
}

function textIn(value: PDFDict, key: string): string | undefined {
	const stated = value.lookup(PDFName.of(key));
	return stated instanceof PDFHexString || stated instanceof PDFString
		? stated.decodeText()
		: undefined;
}

function timeIn(value: PDFDict): Date | undefined {
	const stated = value.lookup(PDFName.of('M'));
	if (!(stated instanceof PDFString || stated instanceof PDFHexString)) return undefined;
	try {
		return stated.decodeDate();
	} catch {
		return undefined;
	}
}
