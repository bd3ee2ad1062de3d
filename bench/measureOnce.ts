/** One operation on one file through the engine; prints the highest live memory seen while it ran. */
import { createEngine } from '../test/support/engine.ts';
import type { NodeRun } from '../test/support/engine.ts';

interface Task {
	credential: Record<string, string>;
	operation: Pick<NodeRun, 'type' | 'parameters'>;
	file: string;
}

async function measureOnce({ credential, operation, file }: Task) {
	const engine = await createEngine(credential);
	const sampler = sampleLiveMemory();
	const { error } = await engine.run({
		...operation,
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

const [task = '{}'] = process.argv.slice(2);
void measureOnce(JSON.parse(task) as Task);
