/** Beside a package that was installed by hand, npm may put another zod than the one that n8n has. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'zod-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the packed node says to parameters that it refuses before any call. */
const script = `
	const { ESignatureDocument } = require('n8n-nodes-esignature');
	const node = { id: '1', name: 'Node', type: 'n8n-nodes-esignature.eSignatureDocument', typeVersion: 1, position: [0, 0] };
	const say = async (parameters) => {
		const context = {
			getNode: () => ({ ...node, parameters }),
			getNodeParameter: (name) => parameters[name],
			getInputData: () => [{ json: {} }],
			getContext: () => ({}),
			getTimezone: () => 'UTC',
			getExecutionCancelSignal: () => undefined,
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			isToolExecution: () => false,
			continueOnFail: () => false,
		};
		return await new ESignatureDocument().execute.call(context).catch(({ message }) => message);
	};
	const get = { resource: 'document', operation: 'get', apiVersion: 'v2', simplify: true };
	(async () => {
		console.log(require('zod/package.json').version);
		console.log(await say({ ...get, documentId: 'no id' }));
		console.log(await say({ ...get, documentId: '' }));
		console.log(await say({ ...get, documentId: true }));
		console.log(await say({ ...get, apiVersion: 'v9', documentId: 'no id' }));
		console.log(await say({ ...get, simplify: 'perhaps', documentId: '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1' }));
	})();
`;

/** A folder as npm makes it, with this zod beside the package. */
function saidWith(zod: string): string[] {
	const modules = path.join(folder, zod, 'node_modules');
	const own = path.join(modules, 'n8n-nodes-esignature');
	mkdirSync(own, { recursive: true });
	cpSync('dist', path.join(own, 'dist'), { recursive: true });
	writeFileSync(
		path.join(own, 'package.json'),
		JSON.stringify({ main: 'dist/nodes/ESignatureDocument/ESignatureDocument.node.js' }),
	);
	symlinkSync(path.resolve('node_modules', zod), path.join(modules, 'zod'));
	symlinkSync(path.resolve('node_modules/n8n-workflow'), path.join(modules, 'n8n-workflow'));
	const cwd = path.join(folder, zod);
	const said = execFileSync(process.execPath, ['--eval', script], { cwd, encoding: 'utf8' });
	return said.trim().split('\n');
}

it('the package says the same with zod 3 and with zod 4', () => {
	const [[version3, ...with3], [version4, ...with4]] = [saidWith('zod'), saidWith('zod4')] as [
		string[],
		string[],
	];
	expect([version3, version4]).toEqual([
		expect.stringMatching(/^3\./) as string,
		expect.stringMatching(/^4\./) as string,
	]);
	expect(with4).toEqual(with3);
	expect(with3).toEqual([
		expect.stringMatching(/^Document: .+ isn't an ID/) as string,
		'Document is empty',
		expect.stringMatching(/^Document.* isn't text/) as string,
		expect.stringMatching(/isn't one of v1, v2, v3$/) as string,
		expect.stringMatching(/^Simplify.* isn't true or false/) as string,
	]);
});
