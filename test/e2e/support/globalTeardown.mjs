import { rmSync } from 'node:fs';

export default function removeN8n() {
	const { folder } = JSON.parse(process.env.E2E_N8N);
	rmSync(folder, { recursive: true });
}
