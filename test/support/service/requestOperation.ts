import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../engine/engine.ts';
import { startService } from './service.ts';
import type { Service } from './service.ts';

export const VERSIONS = ['v1', 'v2', 'v3'];
export const UNKNOWN = '11111111-2222-4333-8444-555555555555';
/** As a user sets it under Settings, Retry On Fail; n8n takes 0 milliseconds for a second. */
export const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export const signers = (...emails: string[]) => ({
	signatures: emails.map((account_email) => ({ account_email })),
});

/** Empty at run time; n8n itself refuses a field that is left empty. */
export const EMPTY = '={{ "" }}';

/** What the node shows beside its output. */
export function hintsOf({ run }: RunResult): string[] {
	const [last] = run.data.resultData.runData.Node?.slice(-1) ?? [];
	return (last?.hints ?? []).map(({ message }) => message);
}

/** Makes what the operation works on, and names what the node needs besides the request. */
export type Prepare = (
	service: Service,
) => Promise<{ id: string; parameters?: INodeParameters; files?: Record<string, Buffer> }>;

/** What every operation on a request has to do with several items. */
export function itHandlesItsItems(resource: string, operation: string, prepare: Prepare) {
	it('explains an unknown request, goes on if On Error says so, and pairs every output', async () => {
		const service = await startService();
		const { id, parameters, files = {} } = await prepare(service);
		const asFiles = Object.fromEntries(
			Object.entries(files).map(([name, bytes]) => [name, { bytes, fileName: 'file.pdf' }]),
		);
		const { outputs, error } = await service.request(
			resource,
			operation,
			{ ...parameters, requestId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
			{
				items: [
					{ json: { id: UNKNOWN }, files: asFiles },
					{ json: { id }, files: asFiles },
				],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(error).toBeUndefined();
		const [failed, ...succeeded] = outputs[0]!;
		expect(failed).toMatchObject({
			json: { error: expect.any(String) as string, details: { status: 404 } },
			pairedItem: { item: 0 },
		});
		expect(succeeded).not.toEqual([]);
		for (const one of succeeded) {
			expect(one).toMatchObject({ pairedItem: { item: 1 } });
			expect(one.json).not.toHaveProperty('error');
		}
	});
}
