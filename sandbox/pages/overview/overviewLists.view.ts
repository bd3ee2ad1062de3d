import type { Call } from '../../http/callLog.ts';
import type { Mail } from '../../state/mail.ts';
import { html, type Html } from '../../http/html.ts';
import { words } from './overview.texts.ts';

export function time(at: number): Html {
	const text = new Date(at).toISOString();
	return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time>`;
}

/** The word says it, the colour helps. */
export function pill(status: string): Html {
	return html`<span class="pill ${status.toLowerCase()}">${status}</span>`;
}

export function mailItem({ at, kind, link, subject, text, to }: Mail): Html {
	const { mail } = words;
	return html`<li class="mail">
		<p class="line"><span class="pill ${kind}">${kind}</span> <strong>${subject}</strong></p>
		<p class="line quiet">${mail.to} ${to} · ${time(at)}</p>
		${text !== '' && html`<p class="message quote">${text}</p>`}
		${
			link &&
			html`<p class="line">
				<a href="${link}">${mail.open}<span class="unseen"> ${words.of} ${to}</span></a>
			</p>`
		}
	</li>`;
}

/** Without parameters: only they could hold something secret. */
export function callItem({ at, method, path, status }: Call): Html {
	const tone = status === undefined ? '' : status < 400 ? 'signed' : 'error';
	return html`<li class="call">
		<span class="pill ${tone}">${status ?? words.pending}</span>
		<code>${method} ${path}</code>
		<span class="quiet">${time(at)}</span>
	</li>`;
}
