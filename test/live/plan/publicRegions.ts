import { idIn } from '../stage.ts';
import type { Stage, Step } from '../stage.ts';
import type { Dialect } from '../../wire/schemas.ts';
import { pdf, TITLE } from './parameters.ts';

export const PUBLIC_ONLY = 'only the public regions have it';
const ROLE = 'the key needs the validation role';

/** Preparing files, and Send-To. */
export async function tryPublicRegions(stage: Stage, dialect: Dialect): Promise<void> {
	const run = async (
		{ node, resource }: Pick<Step, 'node' | 'resource'>,
		operation: string,
		parameters: Step['parameters'],
		more?: Partial<Step>,
	) => {
		const step = { node, resource, operation };
		if (dialect === 'public') return await stage.run({ ...step, parameters, ...more });
		stage.leaveOut(step, PUBLIC_ONLY);
		return undefined;
	};

	const documents = { node: 'Document', resource: 'document' } as const;
	const note = { bytes: Buffer.from('A test of the nodes.\n'), fileName: 'test.txt' };
	const switches = { source: 'binary', findSigners: true, compress: true };
	await run(documents, 'prepare', switches, { file: note, mayBeRefused: ROLE });
	await run(documents, 'checkPdfA', { source: 'binary' }, { file: pdf, mayBeRefused: ROLE });

	const sendTo = { node: 'Request', resource: 'sendTo' } as const;
	const created = await run(sendTo, 'create', { source: 'binary', title: TITLE }, { file: pdf });
	const [sendToId, accessCode] = [idIn(created), idIn(created, 'access_code')];
	const known = sendToId && accessCode ? { sendToId, accessCode } : undefined;
	for (const operation of ['track', 'download', 'delete']) await run(sendTo, operation, known);
}
