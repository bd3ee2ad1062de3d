/** Runs in a thread: draws one page of a file. */
import { drawPage, type ImageFormat } from '../image/image.ts';

export interface DrawingJob {
	pdf: Uint8Array;
	/** Counted from 0. */
	page: number;
	pixelsPerPoint: number;
	format?: ImageFormat;
}

export const run = async ({ pdf, page, pixelsPerPoint, format }: DrawingJob) =>
	await drawPage(pdf, page, pixelsPerPoint, format);
