/** Starts, under guard, a command that starts another one which does not listen to anyone. */
import { startGuarded } from '../../scripts/n8n/n8nProcess.ts';

const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
const command = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}]);
setInterval(() => {}, 1000);`;

const [, , logFile = ''] = process.argv;
const { pid } = await startGuarded({
	node: process.execPath,
	args: ['--eval', command],
	env: {},
	logFile,
});
console.log(pid);
