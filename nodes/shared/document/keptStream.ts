import { closeBody } from '../http/body';
import type { ByteStream } from '../http/body';
import { perRun } from '../memory/perRun';

/** The stream can still be read from its beginning afterwards. */
export async function beginningOf(stream: ByteStream): Promise<Buffer> {
	return await new Promise((done, fail) => {
		stream.once('error', fail);
		stream.once('end', () => done(Buffer.alloc(0)));
		stream.once('readable', () => {
			const chunk = stream.read() as Buffer | null;
			if (chunk === null) return;
			// At once: where this was all of it, the stream would end.
			stream.unshift(chunk);
			done(chunk);
		});
	});
}

/** What a run keeps of files that have not been sent yet, in bytes. */
const keptIn = perRun(() => ({ bytes: 0 }));

interface Keeping {
	run: object;
	stream: ByteStream;
	sizeBytes: number;
	mostBytes: number;
}

/** Files of many items could be more than a process can hold, so a run keeps no more than this; the rest is closed. */
export function keepIf(
	isWorthIt: boolean,
	{ run, stream, sizeBytes, mostBytes }: Keeping,
): { take: () => ByteStream | undefined } {
	const inRun = keptIn(run);
	let kept = isWorthIt && inRun.bytes + sizeBytes <= mostBytes ? stream : undefined;
	if (kept) inRun.bytes += sizeBytes;
	else closeBody(stream);
	return {
		take: () => {
			const taken = kept;
			kept = undefined;
			if (taken) inRun.bytes -= sizeBytes;
			return taken;
		},
	};
}
