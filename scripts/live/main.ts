/**
 * `npm test live`: runs the operations against a real service and reports where it differs from each dialect.
 * Ends with 0 when it does not differ from its own, 1 when it does or something failed, 2 when nothing was sent.
 */
import { runKit } from './kit.ts';

// The first Ctrl+C ends the operations; what they made is still deleted.
void runKit(process.env, (stage) => process.once('SIGINT', stage.stop)).then(({ code, text }) =>
	// The engine leaves things open that would keep the process alive.
	process.stdout.write(`${text}\n`, () => process.exit(code)),
);
