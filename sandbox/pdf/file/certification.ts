import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFDocument } from '@cantoo/pdf-lib';

/** What a signer allows afterwards: 1 is nothing, 2 is signing, 3 annotations too (ISO 32000-1, 12.8.2.2). */
export function permissionIn(value: PDFDict): number | undefined {
	const references = value.lookup(PDFName.of('Reference'));
	if (!(references instanceof PDFArray)) return undefined;
	for (let index = 0; index < references.size(); index += 1) {
		const reference = references.lookup(index);
		if (!(reference instanceof PDFDict)) continue;
		if (reference.lookup(PDFName.of('TransformMethod')) !== PDFName.of('DocMDP')) continue;
		const parameters = reference.lookup(PDFName.of('TransformParams'));
		const stated = parameters instanceof PDFDict ? parameters.lookup(PDFName.of('P')) : undefined;
		return stated instanceof PDFNumber ? stated.asNumber() : 2;
	}
	return undefined;
}

/** Whether a signature forbids every further change of the document. */
export function isLocked({ catalog }: Pick<PDFDocument, 'catalog'>): boolean {
	const permissions = catalog.lookup(PDFName.of('Perms'));
	const signature =
		permissions instanceof PDFDict ? permissions.lookup(PDFName.of('DocMDP')) : undefined;
	return signature instanceof PDFDict && permissionIn(signature) === 1;
}
