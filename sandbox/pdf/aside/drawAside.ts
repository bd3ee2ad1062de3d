import { inThread, ThreadLimitError } from '../../thread.ts';
import type { DrawingJob } from './drawingThread.ts';
import { ownBytes } from './ownBytes.ts';

/** Draws a page without keeping others waiting; undefined when it cannot be drawn, for whatever reason. */
export async function drawAside(job: DrawingJob): Promise<Buffer | undefined> {
	const pdf = ownBytes(job.pdf);
	const image = await inThread<Uint8Array<ArrayBuffer> | undefined>({
		...{ folder: import.meta.dirname, name: 'drawingThread', job: { ...job, pdf } },
		transferred: [pdf.buffer],
	}).catch((error: unknown) => {
		if (error instanceof ThreadLimitError) return undefined;
		throw error;
	});
	return image && Buffer.from(image.buffer, image.byteOffset, image.byteLength);
}
