import type { IPollFunctions } from 'n8n-workflow';

import { pagesOfRequests } from '../shared/signatureRequest/listRequests';
import type { RequestFilters } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { PAGE_SIZE } from '../shared/signatureRequest/pages';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import type { Listed } from './known';
import { entryOf } from './listIndex';
import type { List } from './listIndex';
import type { PollingForm, WatchedState } from './polling.fields';

/** Of all states together, some 5 KB with those of a scan. */
const MOST_ANCHORS = 128;

export interface Shown extends Listed {
	/** When the service showed it, by its clock where it shows it. */
	shownMs: number;
}

/** What was read of a list. */
export interface Found {
	/** A request may come several times. */
	shown: Shown[];
	/** Those of them that are needed whole, by id: all together would take too much memory. */
	requests: Map<string, RequestWithCallbacks>;
	/** Whether any request shows a reference of its creator. */
	showsCustom: boolean;
	/** When the first answer came, by the same clock; before it, when the list was opened. */
	openedMs: number;
}

export async function openList(
	context: IPollFunctions,
	{ form, state, filters }: { form: PollingForm; state: WatchedState; filters: RequestFilters },
	isNeeded: (one: Listed) => boolean,
): Promise<{ list: List; found: Found }> {
	const found: Found = {
		shown: [],
		requests: new Map(),
		showsCustom: false,
		openedMs: Date.now(),
	};
	let shownMs: number | undefined;
	const options = { version: form.apiVersion, filters, itemIndex: 0 };
	const { firstPage, readPage } = await pagesOfRequests(context, options, (serviceNowMs) => {
		if (shownMs === undefined) found.openedMs = serviceNowMs ?? found.openedMs;
		shownMs = serviceNowMs ?? Date.now();
	});
	const read = async (pageNumber: number) => {
		const page = (await readPage({ pageNumber, pageSize: PAGE_SIZE })) ?? [];
		return page.map((listed, index) => {
			// What cannot be read has its position in the list too.
			if (!listed) return entryOf({ id: `unreadable ${index}` });
			const { request } = listed;
			const one = { id: request.id, momentMs: momentOf(request), shownMs: shownMs ?? Date.now() };
			found.showsCustom ||= request.custom !== undefined;
			// A service that does not know the filter answers with everything.
			if (request.status_overall?.toUpperCase() === state) {
				found.shown.push(one);
				if (isNeeded(one)) found.requests.set(one.id, listed);
			}
			return entryOf(one);
		});
	};
	const mostAnchors = Math.floor(MOST_ANCHORS / form.states.length);
	return { list: { read, firstPage, pageSize: PAGE_SIZE, mostAnchors }, found };
}
