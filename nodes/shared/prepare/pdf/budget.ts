import { sleep } from 'n8n-workflow';

/** The file is damaged, asks for too much, or uses something that isn't read here. Its message is for users. */
export class UnreadablePdf extends Error {
	constructor(reason = "It is damaged, or uses a feature that n8n can't read.") {
		super(reason);
	}
}

const MIB = 2 ** 20;

/**
 * A file of 100 MB with 5,000 pages needs about an eighth of each at most. Together they hold memory below 100 MiB beside
 * the file itself. None is a time, because a slow computer must read what a fast one does.
 */
export const LIMITS = {
	/** Of one stream, which is held in memory. */
	streamBytes: 8 * MIB,
	/** Of all streams, which are held one after the other. */
	inflatedBytes: 128 * MIB,
	/** Of a text, a name, or the space between two values. */
	tokenBytes: MIB,
	/** Values in brackets in each other. */
	nesting: 100,
	/** Streams that are needed to read each other. */
	openStreams: 5,
	objects: 2_000_000,
	/** What is remembered, in units of about 20 bytes. */
	values: 1_250_000,
	pages: 60_000,
};

type Limit = keyof typeof LIMITS;

const REASONS: Record<Limit, string> = {
	streamBytes: 'One of its streams is larger than 8 MB when it is unpacked.',
	inflatedBytes: 'Its streams are larger than 128 MB when they are unpacked.',
	tokenBytes: 'It has a text of more than 1 MB in its structure.',
	nesting: 'Its values are nested more than 100 levels deep.',
	openStreams: 'Its streams refer to each other more than 5 times.',
	objects: 'It has more than 2,000,000 objects.',
	values: 'Its structure has too many values.',
	pages: 'It has more than 60,000 pages.',
};

/** Objects never overlap in a valid file, so that each byte is read once, or a few times to find out what it is. */
const MOST_READINGS = 4;

/** About 5 ms of work. A pause takes one. */
const UNITS_BETWEEN_PAUSES = 250_000;
/** A value takes longer to read than its bytes. */
export const UNITS_PER_STEP = 64;
/** To find an object and to remember it. */
export const UNITS_PER_OBJECT = 500;

/** Counts the work that a file causes, stops it when it's too much, and gives way to all other work of n8n. */
export class Budget {
	readonly used: Record<Limit | 'readBytes', number>;
	pauses = 0;
	private unitsSincePause = 0;
	private readonly fileBytes: number;

	constructor(fileBytes: number) {
		this.fileBytes = fileBytes;
		this.used = {
			...{ streamBytes: 0, inflatedBytes: 0, tokenBytes: 0, nesting: 0, openStreams: 0 },
			...{ objects: 0, values: 0, pages: 0, readBytes: 0 },
		};
	}

	add(limit: Limit, amount = 1): void {
		this.allow(limit, this.used[limit] + amount);
	}

	/** The largest so far is remembered. */
	allow(limit: Limit, amount: number): void {
		this.used[limit] = Math.max(this.used[limit], amount);
		if (amount > LIMITS[limit]) throw new UnreadablePdf(REASONS[limit]);
	}

	/** One step through these bytes of the file or of an unpacked stream. */
	read(bytes: number): void {
		this.used.readBytes += bytes;
		this.work(bytes + UNITS_PER_STEP);
		const most = MOST_READINGS * (this.fileBytes + this.used.inflatedBytes);
		if (this.used.readBytes > most) throw new UnreadablePdf('Its objects overlap.');
	}

	work(units: number): void {
		this.unitsSincePause += units;
	}

	/** Asked before each step; a pause for each would take longer than the steps. */
	get isPauseDue(): boolean {
		return this.unitsSincePause >= UNITS_BETWEEN_PAUSES;
	}

	async pause(): Promise<void> {
		this.unitsSincePause = 0;
		this.pauses++;
		await sleep(0);
	}
}
