import { z } from 'zod';

import type { Course } from '../reading/course';
import {
	PACKED_IDS,
	PACKED_NUMBERED,
	packIds,
	packNumbered,
	unpackIds,
	unpackNumbered,
} from './packed';
import type { Place } from './watermark';

const Ids = z.string().regex(PACKED_IDS).transform(unpackIds);
const Numbered = z.string().regex(PACKED_NUMBERED).transform(unpackNumbered);
const Marks = Numbered.transform((pairs) => pairs.map(([id, position]) => ({ id, position })));
const Page = z.number().int();

const End = z.object({ page: Page, ids: Ids });

/** What n8n stores of a place, as short as it can be. */
export const StoredPlace = z.object({
	seen: Numbered.transform((pairs) => Object.fromEntries(pairs) as Place['seen']),
	reachMs: z.number(),
	undated: Ids.optional(),
});

export const StoredCourse = z.object({
	chart: z
		.object({ firstPage: Page, end: End, marks: Marks, isNewestFirst: z.boolean() })
		.optional(),
	walk: z
		.object({
			startedMs: z.number(),
			isUrgent: z.boolean(),
			firstPage: Page,
			nextPage: Page,
			firstIds: Ids,
			lastIds: Ids,
			marks: Marks,
			pagesPerMark: Page.positive(),
			order: z.object({
				lastMs: z.number().optional(),
				rises: z.boolean(),
				falls: z.boolean(),
			}),
		})
		.optional(),
	comparedMs: z.number(),
	polledMs: z.number(),
	firstLook: z.object({ sinceMs: z.number(), round: z.number(), hasLeft: z.boolean() }).optional(),
});

export function storePlace({ seen, reachMs, undated }: Place) {
	return {
		seen: packNumbered(Object.entries(seen)),
		reachMs,
		...(undated && { undated: packIds(undated) }),
	};
}

export function storeCourse({ chart, walk, ...rest }: Course) {
	return {
		...rest,
		...(chart && { chart: { ...chart, end: storeEnd(chart.end), marks: storeMarks(chart.marks) } }),
		...(walk && {
			walk: {
				...walk,
				firstIds: packIds(walk.firstIds),
				lastIds: packIds(walk.lastIds),
				marks: storeMarks(walk.marks),
			},
		}),
	};
}

function storeEnd({ page, ids }: { page: number; ids: string[] }) {
	return { page, ids: packIds(ids) };
}

function storeMarks(marks: Array<{ id: string; position: number }>): string {
	return packNumbered(marks.map(({ id, position }) => [id, position]));
}
