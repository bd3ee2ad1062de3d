import { html, type Html } from '../../http/html.ts';
import type { PageShape } from '../../pdf/file/read.ts';
import { within } from '../positions/freePosition.ts';
import { shownSize } from '../positions/placement.ts';
import type { Place, ShownDocument } from '../positions/shownDocuments.ts';
import type { Texts } from '../frame/texts/texts.ts';
import type { Visit } from './signingVisit.ts';

/** Pages that are seen at once; the others are drawn when the reader comes near. */
const EAGER_PAGES = 2;

export function documentPages(
	{ document, isFree, places }: ShownDocument,
	index: number,
	{ base, exits, request, texts }: Visit,
): Html {
	const isNamedTwice = document.title === request.title;
	const address = `${base}/documents/${document.id}`;
	return html`<section
		class="document"
		aria-label="${document.title}"
		data-document="${index}"
		${isFree && html` data-free`}
	>
		<div class="bar">
			<h2>${isNamedTwice ? texts.document.heading : document.title}</h2>
			${
				!exits.hidesDownload &&
				html`<a href="${address}/content" download>${texts.document.download}</a>`
			}
		</div>
		${document.pages.map((shape, page) => {
			const label = texts.document.image(document.title, page + 1, document.pageCount);
			const { width, height } = shownSize(shape);
			return html`<figure>
				<div class="sheet" data-page="${page}" ${isFree && stampData(shape, page, texts)}>
					<img
						src="${address}/pages/${page}"
						alt="${label}"
						width="${Math.round(width)}"
						height="${Math.round(height)}"
						${page >= EAGER_PAGES && html` loading="lazy"`}
					/>
					${places.filter((place) => place.page === page).map((place) => mark(place, shape, texts))}
					<p class="image-failed" hidden>${texts.document.imageFailed}</p>
				</div>
				<figcaption>${texts.document.page(page + 1, document.pageCount)}</figcaption>
			</figure>`;
		})}
	</section>`;
}

/** What a script needs to move a signature here. */
function stampData(shape: PageShape, page: number, texts: Texts): Html {
	const size = shownSize(shape);
	const stamp = within(shape, { x: 0, y: 0 });
	return html` data-size="${size.width} ${size.height}" data-stamp="${stamp.width} ${stamp.height}"
	data-moved="${texts.sign.moved(page + 1)}"`;
}

/** Drawn in points over the image, so that it keeps its place at every size. */
function mark({ box, id }: Place, shape: PageShape, texts: Texts): Html {
	const page = shownSize(shape);
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
