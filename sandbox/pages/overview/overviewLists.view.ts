import type { Call } from '../../http/callLog.ts';
import type { Mail } from '../../state/mail.ts';
import type { CallbackRecord } from '../../state/requestRecord.ts';
import { html, type Html } from '../../http/html.ts';
import type { Texts } from '../frame/texts.ts';

export function time(at: number): Html {
	const text = new Date(at).toISOString();
	return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time>`;
}

/** Colour helps, the word tells. */
export function pill(status: string): Html {
	return html`<span class="pill ${status.toLowerCase()}">${status}</span>`;
}

export function mailItem({ at, kind, link, subject, text, to }: Mail, texts: Texts): Html {
	const words = texts.overview;
	return html`<li>
		<p class="line"><span class="pill ${kind}">${kind}</span> <strong>${subject}</strong></p>
		${text !== '' && html`<p class="message quote">${text}</p>`}
		<p class="line quiet">
			${words.to} ${to} ·
			${time(at)}${link &&
			html` ·
				<a href="${link}">${words.openLink}<span class="unseen"> ${words.to} ${to}</span></a>`}
		</p>
	</li>`;
}

export function callbackItem(record: CallbackRecord, texts: Texts): Html {
	const { attempts, createdAt, messages, state, type, url } = record;
	const answers = messages.length > 0 ? messages.join(', ') : texts.overview.pending;
	return html`<li>
		<p class="line">
			${pill(state)} <strong>${type}</strong>
			<span class="quiet">${texts.overview.attempts(attempts)}: ${answers}</span>
		</p>
		<p class="line"><code>${withoutQuery(url)}</code></p>
		<p class="line quiet">${time(createdAt)}</p>
	</li>`;
}

/** Without parameters: only they could hold something secret. */
export function callItem({ at, method, path, status }: Call, texts: Texts): Html {
	const tone = status === undefined ? '' : status < 400 ? 'signed' : 'error';
	return html`<li class="call">
		<span class="pill ${tone}">${status ?? texts.overview.pending}</span>
		<code>${method} ${path}</code>
		<span class="quiet">${time(at)}</span>
	</li>`;
}

/** The query of a callback often holds what proves that the call is genuine; pictures of this page get around. */
function withoutQuery(url: string): string {
	const [address = '', query] = url.split('?', 2);
	return query === undefined ? address : `${address}?…`;
}
