import type { PageShape } from '../../pdf/file/read.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { positionsOf } from '../../documents/drawn.ts';
import { rectangleFrom } from '../../documents/place.ts';
import { placesOf } from '../../requests/request/signers.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf, type Traits } from '../../state/dialect.ts';
import type { StoredDocument } from '../../state/store.ts';
import type { VisualSignature } from '../../state/visualSignature.schema.ts';
import { html, type Html } from '../../http/html.ts';
import { placedOn, shownSize } from './placement.ts';
import type { Visit } from './signingVisit.ts';
import type { Texts } from '../frame/texts.ts';

/** A place for the signature, in the coordinates of its page. */
export interface Place {
	id: string;
	/** Counted from 0. */
	page: number;
	field?: string;
	rectangle: { x: number; y: number; width: number; height: number };
}

export interface ShownDocument {
	document: StoredDocument;
	place?: Place;
}

/** What this person signs, and where. */
export function documentsToSign(
	request: RequestRecord,
	signature: Signature,
	{ settings, store }: Context,
): ShownDocument[] {
	const traits = traitsOf(settings.dialect);
	return placesOf(signature, request.documentIds).flatMap(({ documentId, visual }, index) => {
		const document = store.document(documentId);
		return document
			? [{ document, place: placeIn(document, visual, traits, `place-${index + 1}`) }]
			: [];
	});
}

function placeIn(
	{ pages, signatureFields }: StoredDocument,
	visual: VisualSignature | undefined,
	traits: Traits,
	id: string,
): Place | undefined {
	const field = signatureFields.find(({ name }) => name === visual?.form_field);
	const [widget] = field?.widgets ?? [];
	if (field && widget) {
		const { page, x, y, width, height } = widget;
		// A field's rectangle counts from the origin of the page's coordinates, a position from its corner.
		const corner = pages[page] ?? { x: 0, y: 0 };
		return {
			id,
			page,
			field: field.name,
			rectangle: { x: x - corner.x, y: y - corner.y, width, height },
		};
	}
	// The one that is shown first; signing fills all of them.
	const [position] = positionsOf(visual);
	const page = Number(position?.page);
	const shape = pages[page];
	return position && shape && { id, page, rectangle: rectangleFrom(position, shape, traits) };
}

export function documentPages(
	{ document, place }: ShownDocument,
	{ base, exits, request, texts }: Visit,
): Html {
	const isNamedTwice = document.title === request.title;
	const address = `${base}/documents/${document.id}`;
	return html`<section class="document" aria-label="${document.title}">
		<div class="document-bar">
			<h2>${isNamedTwice ? texts.document.heading : document.title}</h2>
			${!exits.hidesDownload &&
			html`<a href="${address}/content" download>${texts.document.download}</a>`}
		</div>
		${document.pages.map((shape, page) => {
			const label = texts.document.picture(document.title, page + 1, document.pageCount);
			const { width, height } = shownSize(shape);
			return html`<figure>
				<div class="sheet">
					<img
						src="${address}/pages/${page}"
						alt="${label}"
						width="${Math.round(width)}"
						height="${Math.round(height)}"
						${page > 1 && html` loading="lazy"`}
					/>
					${place?.page === page && mark(place, shape, texts)}
				</div>
				<figcaption>${texts.document.page(page + 1, document.pageCount)}</figcaption>
			</figure>`;
		})}
	</section>`;
}

/** Drawn in points over the picture, so that it keeps its place at every size. */
function mark({ id, rectangle }: Place, shape: PageShape, texts: Texts): Html {
	const page = shownSize(shape);
	const box = placedOn(shape, rectangle);
	const size = Math.min(box.height * 0.4, box.width * 0.12, 20);
	return html`<svg
		class="mark"
		viewBox="0 0 ${page.width} ${page.height}"
		role="img"
		aria-label="${texts.sign.mark}"
	>
		<svg id="${id}" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}">
			<rect width="100%" height="100%" />
			<text x="50%" y="50%" font-size="${size}" data-shows-name>${texts.sign.mark}</text>
		</svg>
	</svg>`;
}
