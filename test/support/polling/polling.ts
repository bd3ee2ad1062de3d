import path from 'node:path';
import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import type { PollHost } from '../engine/pollHost.ts';
import { signers } from '../service/requestOperation.ts';
import { expectNoSecret } from '../service/secrets.ts';
import { secretsOf, startService } from '../service/service.ts';
import type { AddedRequest, Service, ServiceOptions } from '../service/service.ts';

export const ALL_STATES = ['DECLINED', 'ERROR', 'EXPIRED', 'SIGNED', 'WITHDRAWN'];

export interface Watcher extends PollHost {
	/** The ids of the requests that one more poll starts the workflow with. */
	ids(): Promise<string[]>;
	/** n8n is killed, or stopped, and started again: what modules held is gone. */
	restartProcess(): void;
	/** The same node after someone has changed its fields and published it again. */
	edited(parameters: INodeParameters): Watcher;
}

/** The polling trigger in a published workflow that has polled once; no secret may leave it. */
export async function startWatching(
	service: Service,
	parameters: INodeParameters = {},
): Promise<Watcher> {
	const watcher = watch(service, parameters);
	await watcher.poll();
	return watcher;
}

/** A service, and the polling trigger that watches it. */
export async function startPolling(
	parameters: INodeParameters = {},
	options?: ServiceOptions,
): Promise<{ service: Service; watcher: Watcher }> {
	const service = await startService(options);
	return { service, watcher: await startWatching(service, parameters) };
}

export function watch(
	service: Service,
	parameters: INodeParameters = {},
	waitingBaseUrl?: string,
): Watcher {
	const type = 'eSignaturePollingTrigger';
	const host = service.engine.watch({ type, parameters, waitingBaseUrl });
	const { poll, fetchTestEvent } = host;
	const checked = (run: () => Promise<INodeExecutionData[]>) => async () => {
		const outcome = await run().catch((error: unknown) => error as Error);
		expectNoSecret([outcome, host.saved], secretsOf(service.engine));
		if (outcome instanceof Error) throw outcome;
		return outcome;
	};
	return Object.assign(host, {
		poll: checked(poll),
		fetchTestEvent: checked(fetchTestEvent),
		ids: async () => (await host.poll()).map(idIn),
		restartProcess: () => host.restart(newProcess()),
		edited: (changed: INodeParameters) =>
			Object.assign(watch(service, { ...parameters, ...changed }, waitingBaseUrl), {
				saved: host.saved,
			}),
	});
}

/** The node as in a process that has just begun; its source, because what is built loads its code when it is called. */
function newProcess(): INodeType {
	const name = 'ESignaturePollingTrigger';
	const file = path.resolve(`nodes/${name}/${name}.node.ts`);
	let type: INodeType | undefined;
	jest.isolateModules(() => {
		const loaded = jest.requireActual<Record<string, new () => INodeType>>(file);
		type = new loaded[name]!();
	});
	return type!;
}

export const idIn = ({ json }: INodeExecutionData) => json.id as string;

/** A request that ann@example.com is to sign. */
export async function addOpen(
	service: Service,
	version = 'v2',
	more: object = {},
): Promise<AddedRequest> {
	const request = await service.addRequest(version, { ...signers('ann@example.com'), ...more });
	if (version === 'v3') {
		await service.call(`/v3/signature-requests/${request.id}/initiate`, { method: 'POST' });
	}
	return request;
}

/** The quickest way to an end. */
export async function addDeclined(service: Service, more: object = {}): Promise<string> {
	const { id } = await addOpen(service, 'v2', more);
	service.sandbox.people.decline(id);
	return id;
}
