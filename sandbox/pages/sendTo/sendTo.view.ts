import { html, type Html } from '../../http/html.ts';
import type { Page } from '../frame/layout.ts';
import { textsFor } from '../frame/texts/texts.ts';
import { words } from './sendTo.texts.ts';

interface Shown {
	/** The address of the page. */
	self: string;
	title: string;
	/** What was typed and could not be read. */
	typed?: string;
}

export function claimPage({ self, title, typed }: Shown): Page {
	const { claim } = words;
	return formPage({
		...{ self, title, heading: claim.title, lead: claim.lead, label: claim.email },
		...{ name: 'email', type: 'email', value: typed, isWrong: typed !== undefined },
		...{ action: 'claim', submit: claim.submit },
		more: html`<p><a href="${self}/content" download>${words.download}</a></p>`,
	});
}

export function startPage({ self, title, typed }: Shown, creator: string): Page {
	const { start } = words;
	return formPage({
		...{ self, title, heading: start.title, lead: start.lead, label: start.signers },
		...{ name: 'signers', type: 'text', value: typed ?? creator, isWrong: typed !== undefined },
		...{ action: 'start', submit: start.submit },
	});
}

export function closedPage([title, lead]: readonly [string, string], status: number): Page {
	return {
		...textsFor('en'),
		title,
		status,
		body: html`<article class="card neutral">
			<h1>${title}</h1>
			<p>${lead}</p>
		</article>`,
	};
}

interface Form {
	self: string;
	title: string;
	heading: string;
	lead: string;
	label: string;
	name: string;
	type: 'email' | 'text';
	value?: string;
	isWrong: boolean;
	action: string;
	submit: string;
	more?: Html;
}

function formPage({ self, title, heading, lead, name, isWrong, ...form }: Form): Page {
	return {
		...textsFor('en'),
		title: heading,
		status: isWrong ? 422 : 200,
		body: html`<article class="card">
			<p class="about">${title}</p>
			<h1>${heading}</h1>
			<p>${lead}</p>
			${form.more}
			<form method="post" action="${self}">
				<label for="${name}">${form.label}</label>
				<input
					id="${name}"
					name="${name}"
					type="${form.type}"
					value="${form.value}"
					required
					autocomplete="email"
					autofocus${isWrong && html` aria-invalid="true" aria-describedby="problem"`}
				/>
				${isWrong && html`<p class="problem" id="problem" role="alert">${words.invalid}</p>`}
				<button class="main" name="action" value="${form.action}">${form.submit}</button>
			</form>
		</article>`,
	};
}
