/** Deletes whatever a run has made and not deleted itself, however it ended. */
import type { Exchange } from './recorder.ts';
import type { Stage, Step } from './stage.ts';
import { about, TITLE } from './plan/parameters.ts';

export const CLEAN_UP = 'Clean-up';

interface Left {
	kind: 'request' | 'document';
	id: string;
	apiVersion: string;
}

export async function cleanUp(stage: Stage): Promise<void> {
	await listWhatIsLeft(stage);
	const left = leftIn(stage.notes.flatMap(({ exchanges }) => exchanges));
	// A request holds its documents, so it goes first.
	for (const kind of ['request', 'document'] as const) {
		for (const one of left.filter((other) => other.kind === kind)) {
			await stage.run(deletionOf(one));
		}
	}
}

/** What was made by a call whose answer was lost stands in no answer but these. */
async function listWhatIsLeft(stage: Stage) {
	const all = { operation: 'getMany', parameters: { returnAll: true }, title: CLEAN_UP };
	await stage.run({ node: 'Document', resource: 'document', ...all });
	for (const apiVersion of ['v2', 'v3']) {
		const parameters = { returnAll: true, apiVersion, filters: { search: TITLE } };
		await stage.run({ node: 'Request', resource: 'request', ...all, parameters });
	}
}

function deletionOf({ kind, id, apiVersion }: Left): Step {
	const how = { operation: 'delete', title: CLEAN_UP, mayBeRefused: 'it was gone already' };
	return kind === 'request'
		? {
				...{ node: 'Request', resource: 'request', ...how },
				parameters: about('requestId', id, { apiVersion }),
			}
		: {
				...{ node: 'Document', resource: 'document', ...how },
				parameters: about('documentId', id, { apiVersion }),
			};
}

/** What was made, but for what was deleted; the service deletes the documents of a request with it. */
export function leftIn(exchanges: Exchange[]): Left[] {
	const done = exchanges.filter(({ answer }) => answer && answer.status < 300);
	const made = new Map(done.flatMap(madeIn).map((one) => [one.id, one]));
	for (const { call } of done) {
		const [, gone] = /^\/v\d\/(?:documents|signature-requests)\/([^/]+)$/.exec(call.path) ?? [];
		if (call.method === 'DELETE' && gone !== undefined) made.delete(gone);
	}
	return [...made.values()];
}

function madeIn({ call, answer }: Exchange): Left[] {
	const [, apiVersion = '', place] =
		/^\/(v\d)\/(documents|signature-requests|seal)$/.exec(call.path) ?? [];
	if (place === undefined) return [];
	const kind = place === 'signature-requests' ? 'request' : 'document';
	const value = parsed(answer?.bytes);
	const found = Array.isArray(value) ? value.filter(isOwn) : call.method === 'POST' ? [value] : [];
	return found
		.map((one) => Object(one) as Members)
		.map((one) => (place === 'seal' ? one.document_id : one.id))
		.filter((id) => typeof id === 'string')
		.map((id) => ({ kind, id, apiVersion }));
}

interface Members {
	id?: unknown;
	document_id?: unknown;
	title?: unknown;
}

const isOwn = (one: unknown) => (Object(one) as Members).title === TITLE;

function parsed(bytes: Buffer | undefined): unknown {
	try {
		return JSON.parse(String(bytes)) as unknown;
	} catch {
		return undefined;
	}
}
