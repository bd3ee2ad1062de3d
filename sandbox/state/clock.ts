/** The sandbox's time, in milliseconds. Speed 0 stands still until `advance()`, which is what tests use. */
export interface Clock {
	now(): number;
	/** Lets time pass; every job that falls due runs at its own time, in order, and is awaited. */
	advance(ms: number): Promise<void>;
	/** Answers a function that cancels the job. */
	schedule(at: number, job: Job): () => void;
	/** Puts the clock to this time; nothing runs by that. */
	set(time: number): void;
	/** Drops all jobs. */
	clear(): void;
	/** Is awaited after each job and after each passage of time. */
	afterwards(listener: Job): void;
	/** How fast it runs; 0 stands still. */
	readonly speed: number;
	/** For good: what is still scheduled, or will be, never runs. */
	stop(): void;
}

type Job = () => void | Promise<void>;
interface Appointment {
	at: number;
	job: Job;
}

/** setTimeout fires at once for longer delays. */
const LONGEST_TIMER_MS = 2 ** 30;

export function createClock({ speed = 1, startAt = Date.now() } = {}): Clock {
	let appointments: Appointment[] = [];
	let anchor = { sandbox: startAt, real: performance.now() };
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;
	let running: Promise<void> = Promise.resolve();
	let afterJob: Job = () => undefined;

	const now = () => Math.floor(anchor.sandbox + (performance.now() - anchor.real) * speed);
	const moveTo = (time: number) => {
		if (time > now()) anchor = { sandbox: time, real: performance.now() };
	};

	async function runUntil(end: () => number) {
		for (let next = appointments[0]; next && next.at <= end(); next = appointments[0]) {
			appointments.shift();
			moveTo(next.at);
			await next.job();
			await afterJob();
		}
		moveTo(end());
		setTimer();
	}

	function inTurn(end: () => number): Promise<void> {
		running = running.then(() => runUntil(end));
		return running;
	}

	function setTimer() {
		clearTimeout(timer);
		const next = appointments[0];
		if (!next || speed === 0 || stopped) return;
		const delay = Math.min(Math.max(0, (next.at - now()) / speed), LONGEST_TIMER_MS);
		timer = setTimeout(() => void inTurn(now), delay);
	}

	return {
		now,
		advance: (ms) => {
			const end = now() + ms;
			return inTurn(() => end).then(afterJob);
		},
		schedule: (at, job) => {
			const appointment = { at, job };
			const index = appointments.findIndex((other) => other.at > at);
			appointments.splice(index === -1 ? appointments.length : index, 0, appointment);
			setTimer();
			return () => {
				appointments = appointments.filter((other) => other !== appointment);
			};
		},
		set: (time) => {
			anchor = { sandbox: time, real: performance.now() };
			setTimer();
		},
		clear: () => {
			appointments = [];
			setTimer();
		},
		afterwards: (listener) => {
			afterJob = listener;
		},
		speed,
		stop: () => {
			stopped = true;
			clearTimeout(timer);
			appointments = [];
		},
	};
}

export function manualClock(startAt?: number): Clock {
	return createClock({ speed: 0, startAt });
}
