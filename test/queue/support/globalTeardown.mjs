import { rmSync } from 'node:fs';

export default function tearDown() {
	const { QUEUE_N8N: prepared } = process.env;
	if (prepared) rmSync(JSON.parse(prepared).userFolder, { recursive: true, force: true });
}
