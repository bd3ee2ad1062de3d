import { rmSync } from 'node:fs';

export default function tearDown() {
	for (const { userFolder } of JSON.parse(process.env.PREPARED_VERSIONS)) {
		rmSync(userFolder, { recursive: true });
	}
}
