import { html, type Html } from '../../http/html.ts';
import { addressOf } from '../../requests/notices/mails.ts';
import { nameOf } from '../../requests/people.ts';
import type { ShownDocument } from '../positions/shownDocuments.ts';
import type { Texts } from '../frame/texts/texts.ts';
import type { Visit } from './signingVisit.ts';

export interface Typed {
	name?: string;
	/** What cannot be taken as it is. */
	wrong?: 'name' | 'imageMissing' | 'imageBroken';
}

/** A name is enough; drawing, uploading and moving the signature need a script. */
export function signForm(
	{ self, signature, texts: { sign } }: Visit,
	shown: ShownDocument[],
	typed: Typed,
): Html {
	const known = signature.kind === 'identity' ? nameOf(signature) : '';
	const name = typed.name ?? (known === addressOf(signature) ? '' : known);
	const isWrong = typed.wrong === 'name';
	const count = shown.length;
	return html`<form method="post" action="${self}" class="sign-form" data-busy="${sign.busy}">
		<h2 id="sign-heading">${sign.heading}</h2>
		<label for="name">${sign.name}</label>
		<p class="hint" id="sign-lead">${sign.lead}</p>
		<input
			id="name"
			name="name"
			value="${name}"
			required
			maxlength="100"
			autocomplete="name"
			aria-describedby="${isWrong ? 'name-problem' : 'sign-lead'}"
			${isWrong && html` aria-invalid="true" autofocus`}
			data-name
		/>
		${isWrong && html`<p class="problem" id="name-problem" role="alert">${sign.nameMissing}</p>`}
		${lookFields(sign, typed)}
		<input type="hidden" name="image" data-image />
		<input
			type="hidden"
			name="places"
			value="${JSON.stringify(shown.map(freeCorner))}"
			data-places
		/>
		${
			shown.some(({ isFree }) => isFree) &&
			html`<p class="place-hint" data-place-hint data-move="${sign.move}" hidden>
					${sign.placeFree}
				</p>
				<p class="unseen" role="status" data-moved-status></p>`
		}
		<button class="main" name="action" value="sign">
			${count > 1 ? sign.submitAll(count) : sign.submit}
		</button>
		<p class="consent">${count > 1 ? sign.consentAll(count) : sign.consent}</p>
	</form>`;
}

/** Leads from position to position; without a script, to the first. */
export function nextPlace(
	shown: ShownDocument[],
	{ nextPlace: text }: Texts['sign'],
): Html | false {
	const [first] = shown.flatMap(({ places }) => places);
	return first !== undefined && html`<a href="#${first.id}" data-next-place>${text}</a>`;
}

/** Where the script begins to move it; without one it stays there. */
const freeCorner = ({ isFree, places: [place] }: ShownDocument) =>
	isFree && place ? { page: place.page, x: place.box.x, y: place.box.y } : null;

function lookFields(sign: Texts['sign'], { wrong }: Typed): Html {
	const problem = wrong === 'imageBroken' ? sign.imageBroken : sign.imageMissing;
	const isWrong = wrong === 'imageMissing' || wrong === 'imageBroken';
	return html`<fieldset class="look" data-look hidden>
			<legend>${sign.look}</legend>
			<div class="segments">
				${(['typed', 'drawn', 'uploaded'] as const).map(
					(look) =>
						html`<label
							><input
								type="radio"
								name="look"
								value="${look}"
								${look === 'typed' && html` checked`}
							/><span>${sign[look]}</span></label
						>`,
				)}
			</div>
			<div data-panel="drawn" hidden>
				<canvas
					class="pad"
					width="720"
					height="240"
					role="img"
					aria-label="${sign.pad}"
					data-pad
				></canvas>
				<div class="pad-bar">
					<span class="hint">${sign.pad}</span>
					<button type="button" class="small" data-clear>${sign.clear}</button>
				</div>
			</div>
			<div data-panel="uploaded" hidden>
				<label for="file">${sign.file}</label>
				<input
					type="file"
					id="file"
					accept="image/png,image/jpeg"
					aria-describedby="file-hint file-problem"
					data-file
				/>
				<p class="hint" id="file-hint">${sign.fileHint}</p>
				<p class="problem" id="file-problem" role="alert" data-file-broken="${sign.fileBroken}"></p>
				<canvas class="preview" hidden aria-hidden="true" data-preview></canvas>
			</div>
		</fieldset>
		${isWrong && html`<p class="problem" role="alert">${problem}</p>`}
		<p class="problem" role="alert" data-image-missing="${sign.imageMissing}"></p>`;
}
