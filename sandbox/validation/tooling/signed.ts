import type { PDFDocument } from '@cantoo/pdf-lib';
import { signatureFields } from '../../pdf/file/signatureField.ts';

export const isSigned = (pdf: PDFDocument) =>
	signatureFields(pdf).some(([, field]) => field.V() !== undefined);

export const SIGNED = 'The document is signed, and any change would break its signatures.';
