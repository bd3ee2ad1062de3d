import type { Call } from '../../http/callLog.ts';
import type { Mail } from '../../state/mail.ts';
import type { CallbackRecord } from '../../state/requestRecord.ts';
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

/** As it would lie in the signer's inbox. */
export function mailItem({ at, kind, link, subject, text, to }: Mail): Html {
	const { mail } = words;
	return html`<li>
		<article class="mail">
			<header>
				<p class="line"><span class="pill ${kind}">${kind}</span> <strong>${subject}</strong></p>
				<p class="line quiet"><span>${mail.from}</span> ${mail.sender}</p>
				<p class="line quiet"><span>${mail.to}</span> ${to}</p>
				<p class="line quiet">${time(at)}</p>
			</header>
			<div class="mail-text">
				<p>${mail.leads[kind]}</p>
				${text !== '' && html`<p class="message quote">${text}</p>`}
				${
					link &&
					html`<p>
						<a class="button small" href="${link}"
							>${mail.open}<span class="unseen"> ${words.of} ${to}</span></a
						>
					</p>`
				}
			</div>
		</article>
	</li>`;
}

export function callbackItem(record: CallbackRecord): Html {
	const { attempts, createdAt, messages, state, type, url } = record;
	const answers = messages.length > 0 ? messages.join(', ') : words.pending;
	return html`<li>
		<p class="line">
			${pill(state)} <strong>${type}</strong>
			<span class="quiet">${words.attempts(attempts)}: ${answers}</span>
		</p>
		<p class="line"><code>${withoutQuery(url)}</code></p>
		<p class="line quiet">${time(createdAt)}</p>
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

/** The query of a callback often holds what proves that the call is genuine; images of this page get around. */
function withoutQuery(url: string): string {
	const [address = '', query] = url.split('?', 2);
	return query === undefined ? address : `${address}?…`;
}
