import { rmSync } from 'node:fs';

export default function tearDown() {
	for (const { userFolder } of JSON.parse(process.env.OLDER_N8N)) {
		rmSync(userFolder, { recursive: true });
	}
}
