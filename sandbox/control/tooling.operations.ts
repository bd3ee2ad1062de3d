import { z } from 'zod/v4';
import type { ToolingFile } from '../validation/tooling/toolingFiles.ts';
import { operation } from './operation.ts';

const FileShown = z.object({
	id: z.string(),
	owner: z.string(),
	name: z.string(),
	isBusy: z.boolean(),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
});

/** Which files of the tooling are still there. */
export const TOOLING_OPERATIONS = [
	operation({
		method: 'GET',
		path: '/tooling',
		summary: 'The files of the tooling that were neither deleted nor have expired, oldest first',
		answer: z.array(FileShown),
		run: (_call, { clock, store }) =>
			[...store.kept<ToolingFile>('tooling').values()]
				.filter(({ expiresAt }) => expiresAt > clock.now())
				.map(({ id, owner, name, createdAt, expiresAt, busyUntil }) => ({
					...{ id, owner, name, isBusy: busyUntil > clock.now() },
					createdAt: new Date(createdAt).toISOString(),
					expiresAt: new Date(expiresAt).toISOString(),
				})),
	}),
];
