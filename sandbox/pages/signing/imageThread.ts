/** Runs in a thread: finds out whether a PDF can take an image. */
import { PDFDocument } from '@cantoo/pdf-lib';

export async function run(png: Uint8Array): Promise<boolean> {
	try {
		await (await PDFDocument.create()).embedPng(png);
		return true;
	} catch {
		return false;
	}
}
