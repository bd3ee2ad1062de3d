/**
 * The way to the service that all calls of one account share, in all runs of this process. It begins wide,
 * because what makes a run slow is waiting for one answer after the other; when the service says that it is
 * too much, the lane halves, and then widens by one whenever as many calls as it is wide went well.
 */
export interface Lane {
	/** Waits until there is room; undefined when `signal` came first. */
	enter(caller: Caller): Promise<Pass | undefined>;
}

export interface Caller {
	/** Runs take turns, so that a long one does not keep a short one waiting. */
	run: object;
	/** Of the file in the call. */
	bytes: number;
	/** Whether the service has refused it before: then it goes before those that have not asked yet. */
	isAgain: boolean;
	signal?: AbortSignal;
}

export interface Pass {
	/** Nobody else was under way: a refusal then means this call, not the number of them. */
	isAlone: boolean;
	leave(lesson: Lesson): void;
}

/** What became of a call, as far as the width of the lane is concerned. */
export type Lesson = 'all well' | 'too much' | 'nothing';

export const WIDEST = 100;

const MEBIBYTE = 1024 * 1024;
/** What is under way lies in memory: small files in Base64, of large ones what is between disk and network. */
const MOST_BYTES = 12 * MEBIBYTE;
/** Larger files are streamed, so they weigh no more. */
const MOST_BYTES_OF_ONE = 4 * MEBIBYTE;

interface Waiting {
	bytes: number;
	begin: (pass: Pass) => void;
}

export function openLane(widest = WIDEST): Lane {
	const queues = new Map<object, Waiting[]>();
	let width = widest;
	/** How often the lane has become narrower: calls from before say nothing about its present width. */
	let narrowings = 0;
	let wellSince = 0;
	let underWay = 0;
	let bytesUnderWay = 0;

	const hasRoom = (bytes: number) => underWay < width && bytesUnderWay + bytes <= MOST_BYTES;

	const widen = () => {
		wellSince++;
		if (wellSince < width || width === widest) return;
		width++;
		wellSince = 0;
	};

	const narrow = () => {
		width = Math.max(1, Math.floor(width / 2));
		narrowings++;
		wellSince = 0;
	};

	const admit = (bytes: number): Pass => {
		underWay++;
		bytesUnderWay += bytes;
		const narrowingsBefore = narrowings;
		return {
			isAlone: underWay === 1,
			leave: (lesson) => {
				underWay--;
				bytesUnderWay -= bytes;
				if (lesson === 'all well') widen();
				if (lesson === 'too much' && narrowings === narrowingsBefore) narrow();
				admitWaiting();
			},
		};
	};

	const admitWaiting = () => {
		for (;;) {
			const [run, queue] = queues.entries().next().value ?? [];
			const next = queue?.[0];
			if (!run || !queue || !next || !hasRoom(next.bytes)) return;
			queue.shift();
			// Behind all the others, because it was this run's turn.
			queues.delete(run);
			if (queue.length > 0) queues.set(run, queue);
			next.begin(admit(next.bytes));
		}
	};

	return {
		enter: async ({ run, bytes: fileBytes, isAgain, signal }) => {
			if (signal?.aborted) return undefined;
			const bytes = Math.min(fileBytes, MOST_BYTES_OF_ONE);
			if (queues.size === 0 && hasRoom(bytes)) return admit(bytes);
			const queue = queues.get(run) ?? [];
			queues.set(run, queue);
			return await new Promise((resolve) => {
				const stop = () => {
					queue.splice(queue.indexOf(waiting), 1);
					if (queue.length === 0) queues.delete(run);
					resolve(undefined);
					// Whoever stood behind it may be smaller.
					admitWaiting();
				};
				const waiting: Waiting = {
					bytes,
					begin: (pass) => {
						signal?.removeEventListener('abort', stop);
						resolve(pass);
					},
				};
				if (isAgain) queue.unshift(waiting);
				else queue.push(waiting);
				signal?.addEventListener('abort', stop, { once: true });
			});
		},
	};
}
