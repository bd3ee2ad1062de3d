import {
	PDFArray,
	PDFDict,
	PDFHexString,
	PDFName,
	PDFNumber,
	PDFRef,
	PDFString,
} from '@cantoo/pdf-lib';
import { readByteRange, signatureBytes, type ByteRange } from '../../pdf/file/byteRange.ts';
import { permissionIn } from '../../pdf/file/certification.ts';
import { fieldsOf, textIn, type Field } from './file/fields.ts';
import type { ViewedFile } from './file/viewedFile.ts';
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
	optionalInfos: OptionalInfos;
	/** What the signer allows afterwards: 1 is nothing, 2 is forms and signing, 3 annotations too (DocMDP). */
	permission?: number;
}

export interface OptionalInfos {
	name?: string;
	contact?: string;
	location?: string;
	reason?: string;
}

const FORMS: Record<string, CmsForm> = {
	'adbe.pkcs7.detached': 'detached',
	'ETSI.CAdES.detached': 'detached',
	'adbe.pkcs7.sha1': 'digest',
	'ETSI.RFC3161': 'time-stamp',
};

interface Signed {
	pdf: Uint8Array;
	file: ViewedFile;
	field: Field;
	value: PDFDict;
}

/** Those of all signed fields, in the order in which they were made. */
export function signatureValues(pdf: Uint8Array, file: ViewedFile): SignatureValue[] {
	return fieldsOf(file)
		.flatMap((field) => {
			const { type, value } = field;
			const isSigned = type === 'Sig' && value instanceof PDFDict;
			return isSigned ? [describe({ pdf, file, field, value })] : [];
		})
		.toSorted((a, b) => (a.range?.end ?? Infinity) - (b.range?.end ?? Infinity));
}

function describe(signed: Signed): SignatureValue {
	const { file, field, value } = signed;
	const stated = field.dict.get(PDFName.of('V'));
	const ref = stated instanceof PDFRef ? stated : field.ref;
	const subFilter = file.get(value, 'SubFilter');
	return {
		fieldName: field.name,
		ref,
		range: rangeOf(signed, ref),
		form: subFilter instanceof PDFName ? FORMS[subFilter.decodeText()] : 'detached',
		claimedAt: timeIn(signed),
		optionalInfos: {
			name: textIn(file, value, 'Name'),
			contact: textIn(file, value, 'ContactInfo'),
			location: textIn(file, value, 'Location'),
			reason: textIn(file, value, 'Reason'),
		},
		permission: permissionIn(value),
	};
}

/** The range leaves out exactly the value of this dictionary, not that of another one. */
function rangeOf({ pdf, file, value }: Signed, ref: PDFRef): ByteRange | undefined {
	const stated = file.get(value, 'ByteRange');
	const contents = file.get(value, 'Contents');
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

function timeIn({ file, value }: Signed): Date | undefined {
	const stated = file.get(value, 'M');
	if (!(stated instanceof PDFString || stated instanceof PDFHexString)) return undefined;
	try {
		return stated.decodeDate();
	} catch {
		return undefined;
	}
}
