import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../account/dialect';
import { omitEmpty } from '../operation/omit';
import { positionIn } from './corner';
import type { Pages } from './corner';
import { imageField } from './image';
import type { Image } from './image';
import type { NoPosition, Placement, Position } from './placement.schema';

/** A placement with what was read for it meanwhile. */
export type Placed<None extends NoPosition = NoPosition> = Placement<None> & {
	loadedImage?: Image;
};

interface PlacementFacts {
	rules: Rules;
	/** Known where a corner was chosen. */
	pages?: Pages;
	/** Counted from 1; absent where there is only one. */
	documentNumber?: number;
}

/** interface.md 2.3, in one document; undefined where nothing is shown in it. */
export function visualSignature(placed: Placed, facts: PlacementFacts): IDataObject | undefined {
	const shown = shownIn(placed, facts);
	return shown && omitEmpty({ ...shown, image: imageField(placed.loadedImage) });
}

function shownIn(placed: Placed, facts: PlacementFacts): IDataObject | undefined {
	const { documentNumber, pages, rules } = facts;
	const isHere = (wanted?: number) =>
		documentNumber === undefined || wanted === undefined || wanted === documentNumber;
	switch (placed.placement) {
		case 'formField':
			return isHere(placed.formFieldDocument) ? { form_field: placed.formField } : undefined;
		case 'corner':
			if (!pages || !isHere(placed.cornerDocument)) return undefined;
			return positionsOf([positionIn(placed, pages, rules)], rules);
		case 'position':
			return positionsOf(
				placed.positions.filter(({ document }) => isHere(document)),
				rules,
			);
		default:
			return undefined;
	}
}

function positionsOf(positions: Position[], { onePositionAs }: Rules): IDataObject | undefined {
	const written = positions.map(positionOf);
	if (written.length === 0) return undefined;
	const isAlone = written.length === 1 && onePositionAs === 'position';
	return isAlone ? { position: written[0] } : { positions: written };
}

/** The page travels as text, counted from 0. */
function positionOf({ pageNumber, x, y, width, height, rotation }: Position): IDataObject {
	return omitEmpty({ page: String(pageNumber - 1), x, y, width, height, rotation });
}
