import { globSync, readFileSync } from 'node:fs';

import {
	LARGEST_IMAGE_BYTES,
	imageFormats,
} from '../../nodes/shared/positions/visualSignature.body';
import { LARGEST_REQUEST_BYTES } from '../../nodes/shared/documents/pdf';
import { periodFormats } from '../../nodes/ESignatureValidation/credit/getInvoiced.operation';
import { indications, subIndications } from '../../nodes/shared/validation/verdict';
import { LARGEST_DOCUMENT_BYTES } from '../../nodes/shared/documents/document';

/** Every table of our pages as rows of cells. */
const rows = globSync(['README.md', 'docs/*.md'])
	.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
	.filter((line) => line.startsWith('|'))
	.map((line) => line.slice(1, -1).split('|'))
	.map((cells) => cells.map((cell) => cell.trim()).join(' | '));
const times = (part: string) => rows.filter((row) => row.includes(part)).length;

describe('the pages show once', () => {
	it.each(Object.entries(indications))('the indication %s', (name, { verdict, explanation }) => {
		expect(times(`\`${name.replace('_', '-')}\` | ${verdict} | ${explanation}`)).toBe(1);
	});

	it.each(Object.entries(subIndications))('the sub-indication %s', (name, explanation) => {
		expect(times(`\`${name}\` | ${explanation}`)).toBe(1);
	});

	it.each(periodFormats)('the period $format', ({ format, example, means }) => {
		expect(times(`\`${format}\` | \`${example}\` | ${means}`)).toBe(1);
	});

	it.each([
		['a document', LARGEST_DOCUMENT_BYTES],
		['an image', LARGEST_IMAGE_BYTES],
		['a validation', LARGEST_REQUEST_BYTES],
	])('the largest size of %s', (_what, bytes) => {
		expect(times(`(${bytes.toLocaleString('en')} bytes)`)).toBe(1);
	});

	it.each(imageFormats)('the image format $name', ({ name, mediaType }) => {
		expect(times(`${name} (\`${mediaType}\`)`)).toBe(1);
	});
});
