import type { RunResult } from '../engine/engine.ts';
import { startService, type ServiceOptions } from './service.ts';

export const VERSIONS = ['v1', 'v2', 'v3'];
export const UNKNOWN = '11111111-2222-4333-8444-555555555555';
/** As a user sets it under Settings, Retry On Fail; n8n takes 0 milliseconds for a second. */
export const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export const signers = (...emails: string[]) => ({
	signatures: emails.map((account_email) => ({ account_email })),
});

/** A service that has a request, made past the nodes. */
export async function startWithRequest(
	version = 'v2',
	more: object = {},
	options?: ServiceOptions,
) {
	const service = await startService(options);
	return { service, ...(await service.addRequest(version, more)) };
}

/** Empty at run time; n8n itself refuses a field that is left empty. */
export const EMPTY = '={{ "" }}';

/** What the node shows beside its output. */
export function hintsOf({ run }: RunResult): string[] {
	const [last] = run.data.resultData.runData.Node?.slice(-1) ?? [];
	return (last?.hints ?? []).map(({ message }) => message);
}
