import { positionsOf } from '../../documents/drawn.ts';
import { rectangleFrom } from '../../documents/place.ts';
import type { PagePosition } from '../../pdf/file/signatureField.ts';
import { placesOf } from '../../requests/request/signers.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf, type Traits } from '../../state/dialect.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { StoredDocument } from '../../state/store.ts';
import type { VisualSignature } from '../../state/visualSignature.schema.ts';
import { defaultPosition, type BoxOnPage } from './freePosition.ts';
import { placedOn, storedOn } from './placement.ts';

/** A place for the signature, as people see it. */
export interface Place extends BoxOnPage {
	id: string;
	field?: string;
}

export interface ShownDocument {
	document: StoredDocument;
	places: Place[];
	/** Whether the person may choose another place (interface.md 2.3). */
	isFree: boolean;
}

/** What this person signs, and where. */
export function documentsToSign(
	request: RequestRecord,
	signature: Signature,
	{ settings, store }: Context,
): ShownDocument[] {
	const traits = traitsOf(settings.dialect);
	let count = 0;
	const numbered = (place: BoxOnPage): Place => ({ ...place, id: `place-${(count += 1)}` });
	return placesOf(signature, request.documentIds).flatMap(({ documentId, visual }) => {
		const document = store.document(documentId);
		if (!document) return [];
		const isFree = visual?.form_field === undefined && positionsOf(visual).length === 0;
		const places = isFree
			? [defaultPosition(document) ?? []].flat()
			: fixedPositions(document, visual, traits);
		return [{ document, places: places.map(numbered), isFree }];
	});
}

function fixedPositions(
	{ pages, signatureFields }: StoredDocument,
	visual: VisualSignature | undefined,
	traits: Traits,
): Array<BoxOnPage & { field?: string }> {
	const field = signatureFields.find(({ name }) => name === visual?.form_field);
	if (field) {
		return field.widgets.flatMap(({ page, ...rectangle }) => {
			const shape = pages[page];
			if (!shape) return [];
			// A field's rectangle counts from the origin of the page's coordinates, a position from its corner.
			const stored = { ...rectangle, x: rectangle.x - shape.x, y: rectangle.y - shape.y };
			return [{ page, field: field.name, box: placedOn(shape, stored) }];
		});
	}
	return positionsOf(visual).flatMap((position) => {
		const page = Number(position.page);
		const shape = pages[page];
		return shape ? [{ page, box: placedOn(shape, rectangleFrom(position, shape, traits)) }] : [];
	});
}

/** Where the signature goes in each document whose place is free. */
export function freePositions(shown: ShownDocument[]): Array<PagePosition | undefined> {
	return shown.map(({ document, isFree, places: [place] }) => {
		const shape = isFree && place && document.pages[place.page];
		return shape ? { page: place.page, ...storedOn(shape, place.box) } : undefined;
	});
}
