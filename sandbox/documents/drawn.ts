import type { Traits } from '../state/dialect.ts';
import type { VisualSignature } from '../state/visualSignature.schema.ts';
import type { PageShape } from '../pdf/file/read.ts';
import type { SignOptions } from '../pdf/signing/sign.ts';
import { rectangleFrom } from './place.ts';
import { decodeBase64 } from './upload.ts';

export function positionsOf(visual: VisualSignature | undefined) {
	return visual?.positions ?? (visual?.position ? [visual.position] : []);
}

/** How a visual signature of a caller is drawn into a file with these pages. */
export function drawnOn(
	pages: PageShape[],
	visual: VisualSignature | undefined,
	traits: Traits,
): Pick<SignOptions, 'visual' | 'imagePng' | 'imageJpeg'> {
	if (visual?.form_field !== undefined) {
		return { visual: { formField: visual.form_field }, ...imageOf(visual) };
	}
	const places = positionsOf(visual).map(({ page, rotation, ...rectangle }) => ({
		...rectangleFrom(rectangle, pages[Number(page)] ?? { height: 0 }, traits),
		page: Number(page),
		rotation,
	}));
	return places.length > 0 ? { visual: places, ...imageOf(visual) } : {};
}

function imageOf(visual: VisualSignature | undefined): Pick<SignOptions, 'imagePng' | 'imageJpeg'> {
	if (!visual?.image) return {};
	const { content, content_type: type } = visual.image;
	const bytes = decodeBase64(content, Infinity, 'visual_signature.image.content');
	return type === 'image/png' ? { imagePng: bytes } : { imageJpeg: bytes };
}
