/** A service in small: a list of ended requests in some order, of which a poll reads pages. */
import { createHash } from 'node:crypto';

import { readList, type ListIndex } from '../../../nodes/ESignaturePollingTrigger/readList';
import {
	byStateChange,
	firstState,
	isNew,
	MOST_REMEMBERED,
	nextState,
	WatchState,
} from '../../../nodes/ESignaturePollingTrigger/readStates';

export const PAGE_SIZE = 4;
export const WINDOW_MS = 300;
export const INTERVAL_MS = 1_000_000;

export interface Request {
	id: string;
	stateChangedAtMs: number;
	/** Has nothing to do with when it came. */
	uuid: string;
	/** Stands for the time of its creation. */
	number: number;
}

type Compare = (a: Request, b: Request) => number;

/** How a service may put its list into order; the second of two that are equal comes by its number. */
export const ORDERS: Record<string, Compare> = {
	'newest first': (a, b) => b.stateChangedAtMs - a.stateChangedAtMs || b.number - a.number,
	'oldest first': (a, b) => a.stateChangedAtMs - b.stateChangedAtMs || a.number - b.number,
	'by id': (a, b) => (a.uuid < b.uuid ? -1 : 1),
	'by creation, in which requests end in no order': (a, b) => scatter(a) - scatter(b),
};

const hash = (number: number) => createHash('sha256').update(`${number}`).digest('hex');
const scatter = ({ number }: Request) => (number * 7919) % 1009;

type Page = (list: Request[], page: number) => Request[];

const pageAt: Page = (list, page) =>
	page < 0 ? [] : list.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
const lastPage = (list: Request[]) => Math.max(0, Math.ceil(list.length / PAGE_SIZE) - 1);

/** How it may number its pages. */
export const NUMBERINGS: Record<string, Page> = {
	'from 0': pageAt,
	'from 1, where page 0 is the first too': (list, page) => pageAt(list, Math.max(0, page - 1)),
	'from 1, where page 0 is empty': (list, page) => pageAt(list, page - 1),
	'from 0, where the last page comes again behind the end': (list, page) =>
		pageAt(list, Math.min(page, lastPage(list))),
	'from 0, where the list begins anew behind the end': (list, page) =>
		pageAt(list, page % (lastPage(list) + 1)),
};

export class Service {
	requests: Request[] = [];
	nowMs = 1_000_000;
	calls = 0;
	/** Called before each page is read. */
	beforePage: () => void = () => undefined;
	private count = 0;
	private shown: Request[] = [];
	private readonly order: () => Compare;
	private readonly page: Page;

	constructor(order: () => Compare, page: Page = pageAt) {
		this.order = order;
		this.page = page;
	}

	add(earlierMs = 0): string {
		const number = this.count++;
		const request = {
			id: `r${number}`,
			stateChangedAtMs: this.nowMs - earlierMs,
			number,
			uuid: hash(number),
		};
		this.requests.push(request);
		return request.id;
	}

	read(page: number): Request[] {
		this.calls++;
		this.beforePage();
		const current = new Set(this.requests);
		// What is nearly in order already is sorted in no time.
		const known = this.shown.filter((one) => current.delete(one));
		this.shown = [...known, ...current].sort(this.order());
		return this.page(this.shown, page);
	}
}

/** A trigger that watches it: what it emits, and what n8n stores between two polls. */
export class Watcher {
	state?: WatchState;
	emitted: string[] = [];
	/** How many pages it reads before its time is over. */
	patience = Infinity;

	private readonly service: Service;

	constructor(service: Service) {
		this.service = service;
	}

	/** Emits at most so many. */
	async poll(most = Infinity): Promise<string[]> {
		const { service } = this;
		const { nowMs } = service;
		const before = this.state ?? firstState('SIGNED', nowMs);
		const listed = new Map<string, Request>();
		const callsBefore = service.calls;
		const read = async (page: number) => {
			const shown = await Promise.resolve(service.read(page));
			for (const one of shown) listed.set(one.id, { ...one });
			return shown.map((one) => ({ ...one }));
		};
		const mustStop = () => service.calls - callsBefore >= this.patience;
		const shape = { pageSize: PAGE_SIZE, firstPage: 0 as const, pagesPerAnchor: 2 };
		const times = { nowMs, intervalMs: INTERVAL_MS };
		const list = await readList({ ...shape, ...times, read, mustStop }, before.list);

		const all = [...listed.values()];
		const changes = all.filter((one) => isNew(before, one)).sort(byStateChange);
		const [handled, left] = [changes.slice(0, most), new Set(changes.slice(most))];
		const clock = { startMs: nowMs, endMs: service.nowMs };
		const reading = { state: 'SIGNED', before, ...clock, listed: all, list };
		const next = nextState(reading, { left, most: MOST_REMEMBERED });
		this.state = WatchState.parse(JSON.parse(JSON.stringify(next)));
		this.emitted.push(...handled.map(({ id }) => id));
		return handled.map(({ id }) => id);
	}

	get list(): ListIndex | undefined {
		return this.state?.list;
	}

	/** Whether it knows all of the list. */
	get isComplete(): boolean {
		return this.list?.isComplete ?? false;
	}
}
