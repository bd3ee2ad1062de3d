/** Running commands, and failing in one sentence. Built-ins only, and nothing newer than Node 20. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A failure whose message is all that the person needs to read. */
export class SetupError extends Error {}

/** Runs a script's main function: a SetupError becomes one sentence, anything else keeps its stack. */
export async function main(body) {
	try {
		process.exitCode = await body();
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	}
}

/**
 * Runs a command with our own terminal and answers with its exit code; ends it when we are ended.
 * `onErrorText` sees what the command writes to its standard error, which is shown as well.
 */
export function run(command, args, { onErrorText, ...options } = {}) {
	return new Promise((resolve, reject) => {
		const stdio = ['ignore', 'inherit', onErrorText ? 'pipe' : 'inherit'];
		const child = spawn(command, args, { stdio, ...options });
		child.stderr?.setEncoding('utf8').on('data', (text) => {
			process.stderr.write(text);
			onErrorText(text);
		});
		const forward = (signal) => child.kill(signal);
		process.on('SIGINT', forward).on('SIGTERM', forward);
		const release = () => process.off('SIGINT', forward).off('SIGTERM', forward);
		child.on('error', (error) => (release(), reject(error)));
		child.on('close', (code, signal) => (release(), resolve(code ?? exitCodeOf(signal))));
	});
}

/** The sentence for a command that has failed, which is another one when it was interrupted. */
export function failure(exitCode, sentence) {
	return wasInterrupted(exitCode) ? interruption() : new SetupError(sentence);
}

export function wasInterrupted(exitCode) {
	return ['SIGINT', 'SIGTERM'].map(exitCodeOf).includes(exitCode);
}

export function interruption() {
	return new SetupError('Interrupted. Run the command again to go on.');
}

/** As a shell reports it: 130 after Ctrl-C. */
function exitCodeOf(signal) {
	return 128 + constants.signals[signal];
}
