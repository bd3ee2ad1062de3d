/**
 * Leaves behind what an earlier `npm start` has left: an n8n that has been started once, with the package in it.
 * Given: the user folder of such an n8n. Answers with the folder of this clone.
 */
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { packageFingerprint } from '../../../scripts/package/builtPackage.mjs';
import { keptFolder } from '../../../scripts/start/keptFolder.ts';
import { Ledger } from '../../../scripts/start/ledger.ts';

const [, , userFolder] = process.argv;
const folder = keptFolder();
mkdirSync(folder, { recursive: true });
cpSync(userFolder, path.join(folder, 'n8n'), { recursive: true });
const ledger = new Ledger(path.join(folder, 'done.json'));
await ledger.whenChanged('package', packageFingerprint(), async () => {});
console.log(folder);
