/** Runs in a thread of its own: judges one file, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { judgePdf, type JudgingJob } from './judgement.ts';

const { pdf, ...others } = workerData as JudgingJob;
// A thread gets plain bytes, even where a Buffer was sent.
const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
parentPort?.postMessage(await judgePdf({ ...others, pdf: file }));
