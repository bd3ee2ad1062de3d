/** One upload through the engine; prints the highest live memory seen while it ran. */
import { createEngine } from '../test/support/engine.ts';

async function uploadOnce(credential: Record<string, string>, file: string) {
	const engine = await createEngine({ region: 'custom', ...credential });
	const sampler = sampleLiveMemory();
	const { error } = await engine.run({
		type: 'eSignatureDocument',
		parameters: { resource: 'document', operation: 'upload', source: 'binary' },
		items: [{ files: { data: { path: file, fileName: 'bench.pdf' } } }],
	});
	const seen = sampler.stop();
	if (error) throw error;
	process.stdout.write(JSON.stringify(seen), () => process.exit(0));
}

/** What is still reachable: garbage is collected before every look. */
function sampleLiveMemory() {
	const seen = { peakBytes: 0, samples: 0 };
	const timer = setInterval(() => {
		globalThis.gc?.();
		const { heapUsed, external } = process.memoryUsage();
		seen.peakBytes = Math.max(seen.peakBytes, heapUsed + external);
		seen.samples++;
	}, 100);
	return {
		stop: () => {
			clearInterval(timer);
			return seen;
		},
	};
}

const [credential = '{}', file = ''] = process.argv.slice(2);
void uploadOnce(JSON.parse(credential) as Record<string, string>, file);
