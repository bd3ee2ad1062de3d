/** Draws all pages of a PDF with pdf.js, as Firefox does: Base64 comes in, a digest of what is seen goes out. */
import { createHash } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

async function show(pdf) {
	const seen = createHash('sha256');
	const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise;
	for (let number = 1; number <= document.numPages; number += 1) {
		const page = await document.getPage(number);
		const viewport = page.getViewport({ scale: 1 });
		const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
		await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
		seen.update(canvas.data());
	}
	await document.destroy();
	return seen.digest('hex');
}

process.on('message', (base64) => {
	show(Buffer.from(base64, 'base64')).then(
		(seen) => process.send(seen),
		(error) => process.send(String(error)),
	);
});
