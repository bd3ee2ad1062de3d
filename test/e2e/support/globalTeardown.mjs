import { rmSync } from 'node:fs';
import { stopShared } from './sharedN8n.mjs';

export default async function tearDown() {
	const { PREPARED_N8N: prepared, SHARED_N8N: shared } = process.env;
	if (shared) await stopShared();
	for (const one of [prepared, shared]) {
		if (one) rmSync(JSON.parse(one).userFolder, { recursive: true, force: true });
	}
}
