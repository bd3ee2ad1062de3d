import { idIn } from '../stage.ts';
import type { Stage, Step } from '../stage.ts';
import { about, pdf, TITLE } from './parameters.ts';
import type { Version } from './parameters.ts';

export async function tryDocuments(stage: Stage, apiVersion: Version): Promise<void> {
	const run = async (operation: string, parameters: Step['parameters'], more?: Partial<Step>) =>
		await stage.run({ node: 'Document', resource: 'document', operation, parameters, ...more });

	const upload = { apiVersion, source: 'binary', title: TITLE };
	const id = idIn(await run('upload', upload, { file: pdf }));
	const document = about('documentId', id, { apiVersion });
	await run('get', document);
	await run('getMany', { apiVersion, limit: 5 });
	await run('getPageImage', document && { ...document, page: 1 });
	await run('download', document);
	await run('delete', document);
}
