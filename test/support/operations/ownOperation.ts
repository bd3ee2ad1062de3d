/** Which operations a test file has run, so that one that is named after an operation cannot forget it. */
import type { INodeParameters } from 'n8n-workflow';

const ran = new Set<string>();

export function noteRun({ type, parameters }: { type: string; parameters: INodeParameters }): void {
	const { resource, operation } = parameters as { resource?: string; operation?: string };
	ran.add(`E${type.replace(/Tool$/, '').slice(1)}/${resource}/${operation}`);
}

/** Throws when `…/<Node>/<resource>/…/<operation>.operation.test.ts` has not run that operation. */
export function expectOwnRun(testFile: string, runs = ran): void {
	const place = /test\/workflows\/(\w+\/\w+)\/(?:.*\/)?(\w+)\.operation\.test\.ts$/.exec(
		testFile.replaceAll('\\', '/'),
	);
	if (!place) return;
	const [, resource, operation] = place;
	if (runs.has(`${resource}/${operation}`)) return;
	throw new Error(`No test of ${testFile} runs ${operation}; it runs ${[...runs].join(', ')}`);
}
