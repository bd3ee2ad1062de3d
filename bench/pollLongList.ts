/** Polls over a long list of ended requests through the engine; prints what that took. */
import { createEngine } from '../test/support/engine/engine.ts';
import { startLongList } from './longList.ts';

const KIB = 1024;
const IDLE_POLLS = 10;

async function pollLongList({ size, order }: { size: number; order: string }) {
	const list = await startLongList(size, order);
	const engine = await createEngine(list.credential);
	const host = engine.watch({
		type: 'eSignaturePollingTrigger',
		parameters: { states: ['SIGNED'] },
	});
	const counted = async () => {
		Object.assign(list.counted, { calls: 0, bytes: 0 });
		const items = await host.poll();
		return { ...list.counted, items: items.length };
	};
	const first = await counted();
	// A day later, so that a full comparison is under way.
	host.saved = host.saved.replace(/"comparedMs":\d+/g, '"comparedMs":0');
	host.restart();
	const idle = [];
	for (let polls = 0; polls < IDLE_POLLS; polls++) idle.push(await counted());
	list.add();
	const changed = await counted();
	if (changed.items !== 1) throw new Error(`A change started ${changed.items} runs`);
	const measured = {
		firstCalls: first.calls,
		idleCalls: Math.max(...idle.map(({ calls }) => calls)),
		idleKib: Math.max(...idle.map(({ bytes }) => bytes)) / KIB,
		changedCalls: changed.calls,
		storedKib: Buffer.byteLength(host.saved) / KIB,
	};
	process.stdout.write(JSON.stringify(measured), () => process.exit(0));
}

const [task = '{}'] = process.argv.slice(2);
void pollLongList(JSON.parse(task) as Parameters<typeof pollLongList>[0]);
