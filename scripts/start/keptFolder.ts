import { createHash } from 'node:crypto';
import path from 'node:path';
import { dataFolder } from '../setup/cache.mjs';
import { root } from '../setup/setup.mjs';

/** Where `npm start` keeps what is made in this clone: readable, and another one for a clone of the same name. */
export function keptFolder(): string {
	const hash = createHash('sha256').update(root).digest('hex').slice(0, 8);
	return path.join(dataFolder(), `${path.basename(root)}-${hash}`);
}
