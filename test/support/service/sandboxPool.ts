/** Sandboxes that the tests of a file use one after the other: starting one takes ten times as long as emptying one. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.ts';
import { createClock } from '../../../sandbox/state/clock.ts';

type OnCall = NonNullable<SandboxOptions['onCall']>;

export interface PooledOptions extends Omit<SandboxOptions, 'onCall'> {
	/** Only `advance()` lets time pass. */
	isClockStopped?: boolean;
}

interface Pooled {
	sandbox: Sandbox;
	/** Those with equal options can replace each other. Undefined for those that no other test can use. */
	options?: string;
	settings: Sandbox['settings'];
	watcher: { onCall: OnCall };
	useCount: number;
}

const free: Pooled[] = [];
const taken = new Map<Sandbox, Pooled>();

export async function takeSandbox(options: PooledOptions, onCall: OnCall): Promise<Sandbox> {
	const wanted = comparable(options);
	const index = free.findIndex((one) => one.options === wanted);
	const pooled = index < 0 ? await start(options) : free.splice(index, 1)[0]!;
	const { sandbox, watcher } = pooled;
	watcher.onCall = onCall;
	if (index >= 0) empty(pooled);
	pooled.useCount++;
	const handedOut: Sandbox = {
		...sandbox,
		username: sandbox.settings.users[0]!.username,
		holdCallbacks: () => {
			pooled.options = undefined;
			return sandbox.holdCallbacks();
		},
		close: async () => {
			taken.delete(handedOut);
			await sandbox.close();
		},
	};
	taken.set(handedOut, pooled);
	return handedOut;
}

export async function returnSandbox(handedOut: Sandbox): Promise<void> {
	const pooled = taken.get(handedOut);
	if (!pooled) return;
	taken.delete(handedOut);
	const { sandbox, options } = pooled;
	const isIdle = sandbox.calls.every(({ ended }) => ended !== undefined);
	if (options !== undefined && isIdle && (await hasSettled(sandbox))) free.push(pooled);
	else await sandbox.close();
}

export async function closeSandboxes(): Promise<void> {
	const all = [...free.splice(0), ...taken.values()];
	taken.clear();
	await Promise.all(all.map(async ({ sandbox }) => await sandbox.close()));
}

async function start(options: PooledOptions): Promise<Pooled> {
	const { isClockStopped, clock, ...others } = options;
	const watcher: Pooled['watcher'] = { onCall: () => undefined };
	const sandbox = await startSandbox({
		...others,
		clock: isClockStopped ? createClock({ speed: 0 }) : clock,
		onCall: (call) => watcher.onCall(call),
	});
	const settings = structuredClone(sandbox.settings);
	return { sandbox, options: comparable(options), settings, watcher, useCount: 0 };
}

function comparable({ clock, users, ...options }: PooledOptions): string | undefined {
	if (clock || users) return undefined;
	return JSON.stringify(options, (_name, value: unknown) =>
		value instanceof RegExp ? String(value) : value,
	);
}

/** The nodes of this process remember accounts, so that each test has another one. */
function empty({ sandbox, settings, useCount }: Pooled): void {
	const { store, clock, faults, calls } = sandbox;
	const authority = store.single.get('authority');
	clock.clear();
	clock.set(Date.now());
	store.replace([]);
	store.single.set('authority', authority);
	faults.clear();
	calls.clear();
	for (const name of Object.keys(sandbox.settings)) Reflect.deleteProperty(sandbox.settings, name);
	Object.assign(sandbox.settings, structuredClone(settings));
	sandbox.settings.users[0]!.username += `_${useCount}`;
}

/** A callback that is still on its way would reach the next test. */
async function hasSettled(sandbox: Sandbox): Promise<boolean> {
	return await Promise.race([sandbox.settled().then(() => true), nextTurn(false)]);
}
