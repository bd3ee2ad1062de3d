import { html, type Html } from '../../http/html.ts';
import { DIALECTS, traitsOf, type Dialect } from '../../state/dialect.ts';
import type { Page } from '../frame/layout.ts';
import { textsFor } from '../frame/texts/texts.ts';
import { words } from './positionEditor.texts.ts';

/** As the form of the node calls them. */
const FORM_FIELDS = { pageNumber: 'Page Number', x: 'X', y: 'Y', width: 'Width', height: 'Height' };

export function placingPage(dialect: Dialect): Page {
	return {
		...textsFor('en'),
		title: words.title,
		wide: true,
		styles: ['positionEditor.css'],
		scripts: ['positionEditor.js'],
		body: html`<h1>${words.title}</h1>
			<p class="lead">${words.lead}</p>
			<div class="placing">
				<section class="card paper" aria-label="${words.pages}">
					${chooser()}
					<p class="empty" data-empty>${words.empty}</p>
					<div class="board" data-board hidden>
						<div class="row pager">
							<button type="button" class="small" data-previous>
								${words.previous}<span class="unseen"> ${words.ofPages}</span>
							</button>
							<span role="status" data-at data-text="${words.page}"></span>
							<button type="button" class="small" data-next>
								${words.next}<span class="unseen"> ${words.ofPages}</span>
							</button>
						</div>
						<div class="leaf" data-leaf>
							<canvas data-canvas aria-hidden="true"></canvas>
							<button type="button" class="stamp" aria-label="${words.canvas}" data-stamp></button>
						</div>
					</div>
				</section>
				<section class="card result" aria-labelledby="result-heading">
					<h2 id="result-heading">${words.result}</h2>
					${sizeFields()} ${dialectFields(dialect)}
					<p class="empty" data-unplaced>${words.unplaced}</p>
					<div data-numbers hidden>
						<h3>${words.form}</h3>
						<dl class="numbers">
							${Object.entries(FORM_FIELDS).map(
								([name, label]) =>
									html`<div>
										<dt>${label}</dt>
										<dd>${output(name, label)}</dd>
									</div>`,
							)}
						</dl>
						<h3>${words.node}</h3>
						${output('node', words.node)}
						<h3>${words.json} (${words.jsonVersion.position})</h3>
						${output('position', `${words.json} (${words.jsonVersion.position})`)}
						<h3>${words.json} (${words.jsonVersion.positions})</h3>
						${output('positions', `${words.json} (${words.jsonVersion.positions})`)}
					</div>
					<p class="said" role="status" data-said data-failed="${words.copyFailed}"></p>
				</section>
			</div>`,
	};
}

function chooser(): Html {
	return html`<label for="file">${words.file}</label>
		<input
			type="file"
			id="file"
			accept="application/pdf,.pdf"
			aria-describedby="file-hint file-problem"
			data-file
		/>
		<p class="hint" id="file-hint">${words.privacy}</p>
		<p
			class="problem"
			id="file-problem"
			role="alert"
			data-problem
			data-broken="${words.broken}"
			data-unreachable="${words.unreachable}"
		></p>`;
}

/** As large as the form of the node suggests. */
function sizeFields(): Html {
	const field = (name: 'width' | 'height', value: number) =>
		html`<div>
			<label for="size-${name}">${words[name]}</label>
			<input
				id="size-${name}"
				type="number"
				min="1"
				max="5000"
				value="${value}"
				data-size="${name}"
			/>
		</div>`;
	return html`<fieldset>
		<legend>${words.size}</legend>
		<div class="pair">${field('width', 200)} ${field('height', 60)}</div>
	</fieldset>`;
}

function dialectFields(current: Dialect): Html {
	return html`<fieldset>
		<legend>${words.dialect}</legend>
		${DIALECTS.map(
			(dialect) =>
				html`<label class="choice"
					><input
						type="radio"
						name="dialect"
						value="${dialect}"
						data-counts-from="${traitsOf(dialect).yCountsFrom}"
						${dialect === current && html` checked`}
					/>
					${words.dialects[dialect]}</label
				>`,
		)}
	</fieldset>`;
}

function output(name: string, of: string): Html {
	return html`<span class="output"
		><code data-output="${name}"></code
		><button type="button" class="small" data-copy="${name}" data-done="${words.copied}">
			${words.copy}<span class="unseen"> ${of}</span>
		</button></span
	>`;
}
