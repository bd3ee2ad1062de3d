import { z } from 'zod/v4';
import { check } from '../../http/body.ts';
import { within } from '../positions/freePosition.ts';
import type { ShownDocument } from '../positions/shownDocuments.ts';

const Corners = z.array(
	z
		.object({ page: z.number().int().min(0), x: z.number().finite(), y: z.number().finite() })
		.nullable(),
);

/** The documents with the places that the form names; what it does not name stays where it was. */
export function withChosenPlaces(text: string, shown: ShownDocument[]): ShownDocument[] {
	const corners = check(Corners, text === '' ? [] : parsed(text));
	return shown.map((one, index) => {
		const corner = corners[index];
		const shape = corner && one.document.pages[corner.page];
		const [place] = one.places;
		if (!one.isFree || !place || !shape) return one;
		return { ...one, places: [{ ...place, page: corner.page, box: within(shape, corner) }] };
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
