import { inThread, ThreadLimitError } from '../../thread.ts';

const PREFIX = 'data:image/png;base64,';

/** A drawn or uploaded signature as the page sends it; one that no PDF could take is broken. */
export async function readImage(dataUrl: string): Promise<Buffer | 'broken'> {
	if (!dataUrl.startsWith(PREFIX)) return 'broken';
	const bytes = Buffer.from(dataUrl.slice(PREFIX.length), 'base64');
	const task = { folder: import.meta.dirname, name: 'imageThread', job: bytes };
	const fits = await inThread<boolean>(task).catch((error: unknown) => {
		if (error instanceof ThreadLimitError) return false;
		throw error;
	});
	return fits ? bytes : 'broken';
}
