import { fileNameOf, titleIn } from '../../../../nodes/shared/documents/source';

it.each([
	['is decoded', 'Offer%20100%25.pdf', 'Offer 100%.pdf'],
	['may hold a stray %', 'Offer%20100%.pdf', 'Offer 100%.pdf'],
	['keeps +, & and =', 'A+B&C=D.pdf', 'A+B&C=D.pdf'],
	['ends where the query begins', 'a.pdf?download=b.pdf', 'a.pdf'],
	['may be missing', '', undefined],
	['may be blank', '%20', undefined],
])('the name of the file behind an address %s', (_title, name, expected) => {
	expect(fileNameOf({ fileUrl: `https://example.com/files/${name}` })).toBe(expected);
});

it.each([
	[
		'a PDF with a name',
		{ pdf: { bytes: Buffer.of(), sizeBytes: 0, fileName: ' a.pdf ' } },
		'a.pdf',
	],
	['a PDF without one', { pdf: { bytes: Buffer.of(), sizeBytes: 0 } }, undefined],
	['a document of the service', { documentId: '28c29d94' }, undefined],
])('%s has the name that it brings along', (_title, source, expected) => {
	expect(fileNameOf(source)).toBe(expected);
});

it.each([
	['Offer 7.PDF', 'Offer 7'],
	['Offer 7.v2', 'Offer 7.v2'],
	['.pdf', '.pdf'],
])('a document from the file %s has the title %s', (name, title) => {
	expect(titleIn({ fileUrl: `https://example.com/${name}` })).toBe(title);
});
