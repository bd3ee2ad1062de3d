import { Problem } from '../http/problem.ts';
import type { Context } from '../state/context.ts';
import type { RequestRecord } from '../state/requestRecord.ts';
import { dueSignatures } from './lifecycle/transitions.ts';
import type { People } from './people.ts';

/** Signers sign by themselves after a while, if that is wanted. */
export function signAutomatically(
	request: RequestRecord,
	people: Pick<People, 'sign'>,
	{ clock, settings, store }: Context,
) {
	const { automaticSigningMs } = settings;
	if (automaticSigningMs === undefined || automaticSigningMs === null) return;
	clock.schedule(clock.now() + automaticSigningMs, async () => {
		if (store.request(request.id)?.status !== 'OPEN') return;
		for (const { id } of dueSignatures(request.signatures)) {
			await people.sign(request.id, id).catch((error: unknown) => {
				// Someone else was faster, or the request has ended.
				if (!(error instanceof Problem)) throw error;
			});
		}
	});
}
