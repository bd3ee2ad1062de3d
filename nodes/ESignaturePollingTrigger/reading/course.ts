import type { Chart } from './chart';
import type { Walk } from './walk';

/** What is kept of a list between two polls to know what the next one has to read. */
export interface Course {
	/** Absent while the list has to be read as a whole. */
	chart?: Chart;
	walk?: Walk;
	/** When the last full comparison began, and when the last poll was. */
	comparedMs: number;
	polledMs: number;
	/** There while the first look at the list is not over. */
	firstLook?: FirstLook;
}

export interface FirstLook {
	/** When it began, by the service's clock. */
	sinceMs: number;
	round: number;
	/** Whether it met changes of that time, which are for the polls after it. */
	hasLeft: boolean;
}
