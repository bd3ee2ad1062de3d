/** n8n reads its settings while its modules load, so this is imported before them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const userFolder = mkdtempSync(path.join(tmpdir(), 'esignature-engine-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';

const cleanUp = () => rmSync(userFolder, { recursive: true, force: true });
if (typeof afterAll === 'function') afterAll(cleanUp);
else process.once('exit', cleanUp);
