import { idIn } from '../stage.ts';
import type { Stage, Step } from '../stage.ts';
import { pdf } from './parameters.ts';

const ACTIVATION = 'sealing must be activated for the business';
const ROLE = 'the key needs the validation role';

/** A seal, and what the validation interface says of it. */
export async function trySealAndValidation(stage: Stage): Promise<void> {
	const sealed = await stage.run({
		node: 'Seal',
		resource: 'seal',
		operation: 'seal',
		parameters: { source: 'binary', placement: 'corner', download: true },
		file: pdf,
		mayBeRefused: ACTIVATION,
	});
	const bytes = (await stage.readFile(sealed)) ?? pdf.bytes;
	await tryValidation(stage, bytes);
	await tryCredits(stage);
}

async function tryValidation(stage: Stage, bytes: Buffer) {
	const run = runner(stage, 'validation');
	const file = { bytes, fileName: 'test.pdf' };
	const validated = await run('validate', { source: 'binary', fullReport: true }, { file });
	const id = idIn(validated);
	const result = id === undefined ? undefined : { validationId: id };
	for (const operation of ['getInfo', 'getSigners', 'getFormat', 'getEtsiReport', 'delete']) {
		await run(operation, result);
	}
	await tryBareSignature(stage, bytes);
}

/** The signature of a sealed PDF, taken out of it. */
async function tryBareSignature(stage: Stage, pdfBytes: Buffer) {
	const run = runner(stage, 'validation');
	const [, hex] = /\/Contents\s*<([0-9A-Fa-f]+)>/.exec(pdfBytes.toString('latin1')) ?? [];
	if (hex === undefined) {
		const step = { resource: 'validation', operation: 'validateSignature' };
		stage.leaveOut({ node: 'Validation', ...step }, 'there is no sealed document');
		return;
	}
	const file = { bytes: Buffer.from(hex, 'hex'), fileName: 'test.p7s' };
	const id = idIn(await run('validateSignature', { source: 'binary' }, { file }));
	await run('delete', id === undefined ? undefined : { validationId: id });
}

async function tryCredits(stage: Stage) {
	for (const operation of ['getPrices', 'getUsage', 'getInvoiced']) {
		await runner(stage, 'credit')(operation, {});
	}
}

const runner =
	(stage: Stage, resource: string) =>
	async (operation: string, parameters: Step['parameters'], more?: Partial<Step>) =>
		await stage.run({
			...{ node: 'Validation', resource, operation, parameters, mayBeRefused: ROLE },
			...more,
		});
