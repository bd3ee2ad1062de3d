/** A trigger that listens, and a service that calls it. */
import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.ts';
import { smallPdf } from '../files/pdf.ts';
import { startService, type Service } from './service.ts';
import type { WebhookHost } from '../engine/webhookHost.ts';
import type { WorkflowRow } from '../engine/workflowRow.ts';

export const ANN = 'ann@example.com';
export const BOB = 'bob@example.com';

type Options = SandboxOptions & { credential?: object; row?: WorkflowRow };

export interface Stage extends Service {
	trigger: WebhookHost;
	/** Sends a document to Ann, and to others, with callbacks to the trigger. */
	create(parameters?: INodeParameters): Promise<string>;
	/** The same, and has it signed and the trigger called. */
	createSigned(parameters?: INodeParameters): Promise<string>;
	/** The same, but the trigger cannot read the request yet, so that the call is still to be answered. */
	createUnanswered(): Promise<{ id: string; address: string }>;
}

export async function setStage(
	parameters: INodeParameters = {},
	{ row, ...options }: Options = {},
): Promise<Stage> {
	const service = await startService({ isClockStopped: true, ...options } as never);
	const trigger = await service.engine.listen({
		type: 'eSignatureRequestTrigger',
		parameters: { events: ['success', 'update', 'error'], simplify: true, ...parameters },
		row,
	});
	const create = async (more: INodeParameters = {}) => {
		const { outputs, error } = await service.request(
			'request',
			'create',
			{ ...createForm(trigger), ...more },
			{ items: [{ files: { data: { bytes: smallPdf, fileName: 'contract.pdf' } } }] },
		);
		if (error) throw error;
		return outputs[0]![0]!.json.id as string;
	};
	const { sandbox } = service;
	const sign = async (id: string) => {
		await sandbox.people.sign(id);
		await sandbox.settled();
		return id;
	};
	const createSigned = async (more?: INodeParameters) => await sign(await create(more));
	const createUnanswered = async () => {
		const id = await create();
		const reads = { method: 'GET', path: '/signature-requests/{id}' };
		sandbox.faults.add({ ...reads, status: 503, times: 1 });
		await sign(id);
		return { id, address: calledAddresses(sandbox, id)[0]! };
	};
	return { ...service, trigger, create, createSigned, createUnanswered };
}

const createForm = ({ address }: WebhookHost): INodeParameters => ({
	apiVersion: 'v2',
	source: 'binary',
	binaryPropertyName: 'data',
	signerInput: 'json',
	signersJson: JSON.stringify([{ email: ANN }]),
	callbacks: 'triggerUrl',
	callbackAddress: address,
	initiate: true,
	options: {},
});

export const two = { signersJson: JSON.stringify([{ email: ANN }, { email: BOB }]) };

/** The addresses that the service has called so far. */
export function calledAddresses({ store }: Sandbox, requestId: string): string[] {
	return store.request(requestId)!.callbacks.map(({ url }) => url);
}

export const post = async (address: string, headers: Record<string, string> = {}) =>
	await fetch(address, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers } });
