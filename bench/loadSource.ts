import { build } from 'esbuild';

/** A module of the package, of which the build hands out nothing but nodes and credential. */
export async function loadSource<Exports>(file: string): Promise<Exports> {
	const { outputFiles } = await build({
		entryPoints: [file],
		bundle: true,
		platform: 'node',
		format: 'esm',
		write: false,
	});
	const code = encodeURIComponent(outputFiles[0]!.text);
	return (await import(`data:text/javascript,${code}`)) as Exports;
}
