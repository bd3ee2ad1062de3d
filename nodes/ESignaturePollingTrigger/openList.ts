import type { IPollFunctions } from 'n8n-workflow';

import { pagesOfRequests } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { PAGE_SIZE } from '../shared/signatureRequest/pages';
import type { SignatureRequest } from '../shared/signatureRequest/signatureRequest.schema';
import type { Listed } from './memory/watermark';
import type { PollingForm, WatchedState } from './polling.fields';
import { entryOf } from './reading/chart';
import type { List } from './reading/chart';

export interface Shown extends Listed {
	/** When the service showed it, by its clock where it tells that. */
	shownMs: number;
}

export interface OpenList extends List {
	/** What was read so far; an entry may come several times. */
	shown: Shown[];
	/** Those of them that are needed whole, by id: all together would be too much to hold. */
	requests: Map<string, SignatureRequest>;
	/** When the first answer came, by the same clock; before it, when the list was opened. */
	openedMs: () => number;
}

/** The list of one state, and what is read of it. */
export async function openList(
	context: IPollFunctions,
	{ apiVersion: version, state }: Pick<PollingForm, 'apiVersion'> & { state: WatchedState },
	isNeeded: (one: Listed) => boolean,
): Promise<OpenList> {
	const shown: Shown[] = [];
	const requests = new Map<string, SignatureRequest>();
	let nowMs: number | undefined;
	let openedMs: number | undefined;
	const startedMs = Date.now();
	const { firstPage, readPage } = await pagesOfRequests(
		context,
		{ version, filters: { status_overall: state }, itemIndex: 0 },
		(serviceNowMs) => {
			nowMs = serviceNowMs ?? Date.now();
			openedMs ??= serviceNowMs ?? startedMs;
		},
	);
	const read = async (pageNumber: number) => {
		const page = (await readPage({ pageNumber, pageSize: PAGE_SIZE })) ?? [];
		const shownMs = nowMs ?? Date.now();
		for (const request of page) {
			// A service that does not know the filter answers with everything.
			if (request.status_overall?.toUpperCase() !== state) continue;
			const one = { id: request.id, momentMs: momentOf(request), shownMs };
			shown.push(one);
			if (isNeeded(one)) requests.set(one.id, request);
		}
		return page.map((request) => entryOf({ id: request.id, momentMs: momentOf(request) }));
	};
	const clock = () => openedMs ?? startedMs;
	return { read, firstPage, pageSize: PAGE_SIZE, shown, requests, openedMs: clock };
}
