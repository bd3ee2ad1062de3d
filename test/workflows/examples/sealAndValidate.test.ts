import { readFileSync } from 'node:fs';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { writeFiles } from '../../sandbox/validationFiles';
import { startService } from '../../support/service/service';

const { nodes } = JSON.parse(
	readFileSync('examples/seal-and-validate.json', 'utf8'),
) as IWorkflowBase;
const parametersOf = (name: string): INodeParameters =>
	nodes.find((node) => node.name === name)!.parameters;

/** Our two nodes of the example, one after the other; n8n's own stand before and behind them. */
async function run(incoming: Buffer) {
	const service = await startService();
	const sealed = await service.seal(parametersOf('Seal'), {
		items: [{ files: { data: { bytes: incoming, fileName: 'in.pdf' } } }],
	});
	expect(sealed.error).toBeUndefined();
	const bytes = await service.engine.readBinary(sealed.outputs[0]![0]!);
	const { outputs } = await service.validation('validate', parametersOf('Validate'), {
		items: [{ files: { data: { bytes, fileName: 'in.pdf' } } }],
	});
	return outputs.map((items) => items.map(({ json, binary }) => ({ json, binary })));
}

/** Still a PDF that can be sealed, but no longer what was signed. */
function withForgedDate(pdf: Buffer): Buffer {
	return Buffer.from(pdf.toString('latin1').replace('(D:2026', '(D:2020'), 'latin1');
}

describe('the example that seals and validates', () => {
	it.each([
		['unsigned', 1],
		['signedTwice', 3],
	])('sends back a PDF that came in "%s"', async (name, signatures) => {
		const [passed, others = []] = await run((await writeFiles())[name]!);
		expect(passed).toMatchObject([
			{ json: { verdict: 'passed', signatures }, binary: { data: { fileName: 'in.pdf' } } },
		]);
		expect(others).toEqual([]);
	});

	it.each<[string, string, (files: Record<string, Buffer>) => Buffer]>([
		['with a forged date', 'failed', ({ signed }) => withForgedDate(signed!)],
		['with changes after signing', 'indeterminate', ({ changedLater }) => changedLater!],
	])('says why not, if it came in %s', async (_how, verdict, choose) => {
		const [passed, others] = await run(choose(await writeFiles()));
		expect(passed).toEqual([]);
		expect(others).toMatchObject([{ json: { verdict, signers: [{}, {}] } }]);
	});
});
