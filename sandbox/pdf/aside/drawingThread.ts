/** Runs in a thread: draws one page of a file. */
import { drawPage, type PictureFormat } from '../picture/picture.ts';

export interface DrawingJob {
	pdf: Uint8Array;
	/** Counted from 0. */
	page: number;
	pixelsPerPoint: number;
	format?: PictureFormat;
}

export const run = async ({ pdf, page, pixelsPerPoint, format }: DrawingJob) =>
	await drawPage(pdf, page, pixelsPerPoint, format);
