import type { Traits } from '../state/dialect.ts';
import type { VisualSignature } from '../state/visualSignature.schema.ts';
import type { PagePosition } from '../pdf/file/signatureField.ts';
import type { PageShape } from '../pdf/file/read.ts';
import type { SignOptions } from '../pdf/signing/sign.ts';
import { rectangleFrom } from './place.ts';
import { decodeBase64 } from './upload.ts';

/** What a person chose on the signing page. */
export interface Look {
	/** A signature that was drawn or uploaded. */
	imagePng?: Uint8Array;
	/** Where it stands in each document that the person signs, in their order, unless the request says where. */
	places?: Array<PagePosition | undefined>;
}

type Drawn = Pick<SignOptions, 'visual' | 'imagePng' | 'imageJpeg'>;

export function positionsOf(visual: VisualSignature | undefined) {
	return visual?.positions ?? (visual?.position ? [visual.position] : []);
}

/** How a visual signature of a caller is drawn into a file with these pages; where it is free, as chosen. */
export function drawnOn(
	pages: PageShape[],
	visual: VisualSignature | undefined,
	traits: Traits,
	chosen: { imagePng?: Uint8Array; place?: PagePosition } = {},
): Drawn {
	const image = chosen.imagePng ? { imagePng: chosen.imagePng } : imageOf(visual);
	if (visual?.form_field !== undefined) {
		return { visual: { formField: visual.form_field }, ...image };
	}
	const asked = positionsOf(visual).map(({ page, rotation, ...rectangle }) => ({
		...rectangleFrom(rectangle, pages[Number(page)] ?? { height: 0 }, traits),
		page: Number(page),
		rotation,
	}));
	const places = asked.length > 0 ? asked : [chosen.place ?? []].flat();
	return places.length > 0 ? { visual: places, ...image } : {};
}

function imageOf(visual: VisualSignature | undefined): Pick<SignOptions, 'imagePng' | 'imageJpeg'> {
	if (!visual?.image) return {};
	const { content, content_type: type } = visual.image;
	const bytes = decodeBase64(content, Infinity, 'visual_signature.image.content');
	return type === 'image/png' ? { imagePng: bytes } : { imageJpeg: bytes };
}
