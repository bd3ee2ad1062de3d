import type { IBinaryData, IDataObject } from 'n8n-workflow';

import type { Rules } from '../account/dialect';
import { binaryIn, fileFault } from '../documents/document';
import type { ItemRef } from '../documents/document';
import { omitEmpty } from '../network/json';
import { positionIn } from './pages';
import type { Pages } from './pages';
import type { NoPosition, Placement } from './placement';
import type { Position } from './position';

/** Small enough that the largest document and an image still travel in one request. */
export const LARGEST_IMAGE_BYTES = 524_288;

/** By their first bytes: n8n's media type is only what the file was called. README shows this table to users. */
export const imageFormats = [
	{
		name: 'PNG',
		mediaType: 'image/png',
		head: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
	},
	{ name: 'JPEG', mediaType: 'image/jpeg', head: Buffer.from([0xff, 0xd8, 0xff]) },
] as const;

interface Image {
	mediaType: string;
	bytes: Buffer;
}

/** interface.md 2.3. */
function imageField(image: Image | undefined): IDataObject | undefined {
	return image && { content_type: image.mediaType, content: image.bytes.toString('base64') };
}

export async function imageFromBinary(
	item: ItemRef,
	field: string | Pick<IBinaryData, 'data' | 'mimeType'>,
	{ images: taken }: Rules,
): Promise<Image> {
	const binary = binaryIn(item, field, { label: 'Image Binary Field' });
	const name = binary.fileName === undefined ? 'The image' : `The image "${binary.fileName}"`;
	const announcedBytes = binary.bytes ?? 0;
	const bytes =
		announcedBytes > LARGEST_IMAGE_BYTES
			? undefined
			: await item.context.helpers.getBinaryDataBuffer(item.itemIndex, binary);
	const sizeBytes = bytes?.length ?? announcedBytes;
	if (bytes === undefined || sizeBytes > LARGEST_IMAGE_BYTES) {
		throw fileFault(item, {
			message: `${name} is too large: ${sizeBytes} of at most ${LARGEST_IMAGE_BYTES} bytes (512 KB)`,
			description: 'Reduce it, for example to a width of 1000 pixels. Nothing was sent.',
		});
	}
	const format = imageFormats.find(({ head }) => bytes.subarray(0, head.length).equals(head));
	if (!format || !taken.includes(format.name)) {
		const formats = taken.join(' or ');
		throw fileFault(item, {
			message: `${name} isn't a ${formats}`,
			description: `Convert the file to ${formats}, or choose a field with an image. Nothing was sent.`,
		});
	}
	return { mediaType: format.mediaType, bytes };
}

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
