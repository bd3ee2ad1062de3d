/** Runs in a thread: judges one file. */
import { judge, type JudgingJob } from './judgement.ts';

export const run = async ({ content, ...others }: JudgingJob) =>
	// A thread gets plain bytes, even where a Buffer was sent.
	await judge({
		...others,
		content: Buffer.from(content.buffer, content.byteOffset, content.length),
	});
