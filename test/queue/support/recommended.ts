import { readFileSync } from 'node:fs';

const COMPOSE = 'examples/queue/compose.yaml';

/** What compose.yaml sets for all processes, apart from addresses and secrets, with n8n's own lock times. */
export function recommendedSettings(): Record<string, string> {
	const lines = readFileSync(COMPOSE, 'utf8').matchAll(/^ {4}([A-Z\d_]+): '?(true|\d+)'?$/gm);
	const settings = Object.fromEntries([...lines].map(([, name, value]) => [name!, value!]));
	return { ...settings, QUEUE_WORKER_LOCK_DURATION: '60000' };
}
