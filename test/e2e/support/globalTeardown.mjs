import { rmSync } from 'node:fs';

export default function tearDown() {
	const { userFolder } = JSON.parse(process.env.PREPARED_N8N);
	rmSync(userFolder, { recursive: true });
}
