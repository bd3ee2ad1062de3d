/**
 * `node guard.mjs <command> …`: runs a command in a process group of its own and sees to it that nothing of
 * the group outlives the command, a request to stop, or the process that started us, however that ended.
 * That process holds our message channel: the channel closes when it asks us to stop, and also when it dies.
 */
import { spawn } from 'node:child_process';

/** Longer than n8n gives its own work to end. */
const GRACE_MS = 5_000 + 1_000 * Number(process.env.N8N_GRACEFUL_SHUTDOWN_TIMEOUT ?? 10);

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

child.on('spawn', () => report({ pid: child.pid }));
child.on('error', (error) => report({ ended: error.message }, endGroup));
child.on('exit', (code, signal) =>
	report({ ended: signal ? `killed by ${signal}` : `exit code ${code}`, code }, endGroup),
);

process.on('disconnect', () => {
	child.kill('SIGTERM');
	setTimeout(endGroup, GRACE_MS);
});

function report(message, then = () => {}) {
	if (process.connected) process.send(message, then);
	else then();
}

function endGroup() {
	if (process.platform === 'win32') {
		child.kill('SIGKILL');
		process.exit();
	}
	process.kill(-process.pid, 'SIGKILL');
}
