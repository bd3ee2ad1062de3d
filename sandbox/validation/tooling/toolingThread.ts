/** Runs in a thread: one step with one file. */
import { compress } from './compress.ts';
import { check, conform } from './archive/conform.ts';
import { convert } from './convert/convert.ts';
import { describe } from './describe.ts';
import { RefusedFile } from './refusal.ts';
import { spotSigners } from './tags/spotSigners.ts';

const STEPS = { convert, describe, check, conform, compress, spotSigners };
export type Steps = typeof STEPS;

export interface ToolingJob {
	step: keyof Steps;
	content: Uint8Array;
	options?: unknown;
}

/** What the step answers, or why the file is refused. */
export type ToolingAnswer =
	| { answer: unknown }
	| { refusal: Pick<RefusedFile, 'status' | 'message' | 'key'> };

export async function run({ step, content, options }: ToolingJob): Promise<ToolingAnswer> {
	// A thread gets plain bytes, even where a Buffer was sent.
	const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
	const perform = STEPS[step] as (bytes: Buffer, options: unknown) => Promise<unknown>;
	try {
		return { answer: await perform(bytes, options) };
	} catch (error) {
		if (!(error instanceof RefusedFile)) throw error;
		const { status, message, key } = error;
		return { refusal: { status, message, key } };
	}
}
