/** A service that keeps the bodies which the nodes send. */
import type { ReceivedCall } from '../../../sandbox/http/watch.ts';
import type { SentRequest } from '../../wire/calls.ts';
import { startAlteredService } from './alteredService.ts';
import { PAST_THE_NODES, startService, type Service, type ServiceOptions } from './service.ts';

type Members = Record<string, unknown>;

export interface Recorded extends Service {
	/** Bodies of POST /signature-requests, in order. */
	sent: SentRequest[];
	/** Bodies of POST /documents, in order. */
	uploads: Members[];
	/** Bodies of all other calls but the login, in order. */
	changes: Members[];
}

interface RecordedOptions extends Omit<ServiceOptions, 'credential' | 'onCall'> {
	/** Another answer instead of the one that the service gives after it has acted; undefined leaves it. */
	rewrite?: (call: { method: string; path: string }, answer: Members) => Members | undefined;
}

export async function startRecorded({
	rewrite,
	...options
}: RecordedOptions = {}): Promise<Recorded> {
	const sent: SentRequest[] = [];
	const uploads: Members[] = [];
	const changes: Members[] = [];
	const onCall = ({ method, path, headers, body }: ReceivedCall) => {
		const [, place] = /^\/v\d(\/.*)$/.exec(path) ?? [];
		const isOurs = headers[PAST_THE_NODES] !== undefined;
		if (isOurs || place === undefined || place === '/access/login' || !body?.length) return;
		const creates = { '/signature-requests': sent, '/documents': uploads }[place];
		const kept = method === 'POST' && creates ? creates : changes;
		kept.push(JSON.parse(body.toString()) as Members);
	};
	const service = rewrite
		? await startAlteredService(
				({ pathname }, method) => {
					const call = { method, path: pathname.replace(/^\/v\d/, '') };
					return { body: (answered) => rewrite(call, answered as Members) ?? answered };
				},
				{ ...options, onCall },
			)
		: await startService({ ...options, onCall });
	return { ...service, sent, uploads, changes };
}
