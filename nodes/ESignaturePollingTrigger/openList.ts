import type { IPollFunctions } from 'n8n-workflow';

import { pagesOfRequests } from '../shared/signatureRequest/listRequests';
import type { RequestFilters } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { PAGE_SIZE } from '../shared/signatureRequest/pages';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
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
	requests: Map<string, RequestWithCallbacks>;
	/** Whether any request shows a correlation text. */
	showsCustom: () => boolean;
	/** When the first answer came, by the same clock; before it, when the list was opened. */
	openedMs: () => number;
}

/** The list of one state, and what is read of it. */
export async function openList(
	context: IPollFunctions,
	{
		apiVersion: version,
		state,
		filters,
	}: Pick<PollingForm, 'apiVersion'> & { state: WatchedState; filters: RequestFilters },
	isNeeded: (one: Listed) => boolean,
): Promise<OpenList> {
	const shown: Shown[] = [];
	const requests = new Map<string, RequestWithCallbacks>();
	let showsCustom = false;
	let nowMs: number | undefined;
	let openedMs: number | undefined;
	const startedMs = Date.now();
	const { firstPage, readPage } = await pagesOfRequests(
		context,
		{ version, filters, itemIndex: 0 },
		(serviceNowMs) => {
			nowMs = serviceNowMs ?? Date.now();
			openedMs ??= serviceNowMs ?? startedMs;
		},
	);
	const read = async (pageNumber: number) => {
		const page = (await readPage({ pageNumber, pageSize: PAGE_SIZE })) ?? [];
		const shownMs = nowMs ?? Date.now();
		return page.map((listed, index) => {
			// What cannot be read has its place in the list too.
			if (!listed) return entryOf({ id: `unreadable ${index}` });
			const { request } = listed;
			const one = { id: request.id, momentMs: momentOf(request), shownMs };
			showsCustom ||= request.custom !== undefined;
			// A service that does not know the filter answers with everything.
			if (request.status_overall?.toUpperCase() === state) {
				shown.push(one);
				if (isNeeded(one)) requests.set(one.id, listed);
			}
			return entryOf(one);
		});
	};
	return {
		read,
		firstPage,
		pageSize: PAGE_SIZE,
		shown,
		requests,
		showsCustom: () => showsCustom,
		openedMs: () => openedMs ?? startedMs,
	};
}
