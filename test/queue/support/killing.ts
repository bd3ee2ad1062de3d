import type { ReceivedCall } from '../../../sandbox/http/watch.ts';
import type { Stage } from './stage.ts';

export type Aim = (call: ReceivedCall) => boolean;

export const creates: Aim = ({ method, path }) =>
	method === 'POST' && /^\/v\d\/signature-requests$/.test(path);

export const readsRequest: Aim = ({ method, path }) =>
	method === 'GET' && /^\/v\d\/signature-requests\/[\w-]+$/.test(path);

/** The service has got the call, and has not answered yet. */
export async function killWorkersAt(stage: Stage, isAim: Aim): Promise<void> {
	const { workers } = stage.cluster;
	await new Promise<void>((killed) => {
		stage.onCall = (call) => {
			if (!isAim(call)) return;
			stage.onCall = undefined;
			for (const { pid } of workers) process.kill(pid, 'SIGKILL');
			killed();
		};
	});
	await Promise.all(workers.map(async (one) => await one.stop()));
}
