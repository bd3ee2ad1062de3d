/** `node makeLoadable.mjs <package> <folder>`: what bringing n8n does for a package with machine code. */
import { main } from '../../../scripts/setup/command.mjs';
import { makeLoadable } from '../../../scripts/setup/nativePackage.mjs';

const [, , name, folder] = process.argv;
await main(async () => {
	await makeLoadable(name, folder);
	return 0;
});
