import { addressOf } from '../../requests/notices/mails.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { nameOf } from '../../requests/people.ts';
import { personalLink } from '../../requests/notices/signingUrl.ts';
import { fileNameOf } from '../frame/download.ts';
import { html, type Html } from '../../http/html.ts';
import { showing, type Overview } from './overview.ts';
import { pill, time } from './overviewLists.view.ts';
import { words } from './overview.texts.ts';
import { timeline } from './timeline.view.ts';

/** Whether each word is in one of the texts by which a request is known. */
export function matches(request: RequestRecord, search: string): boolean {
	const { id, signatures, status, title } = request;
	const people = signatures.flatMap((one) => [one.email, addressOf(one), nameOf(one)]);
	const text = [id, status, title, ...people].join(' ').toLowerCase();
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word));
}

export function requestItem(
	request: RequestRecord,
	overview: Overview,
	{ isOpened }: { isOpened: boolean },
): Html {
	const { signatures } = request;
	const signed = signatures.filter(({ status }) => status === 'SIGNED').length;
	const progress = words.signed(signed, signatures.length);
	return html`<li id="request-${request.id}">
		<div class="title">
			<h3>${request.title}</h3>
			${pill(request.status)}
		</div>
		${
			signatures.length > 1 &&
			html`<p class="progress">
				<progress max="${signatures.length}" value="${signed}" aria-label="${progress}"></progress>
				<span class="count">${progress}</span>
			</p>`
		}
		<p class="line quiet">
			${words.owner} ${request.owner} · ${words.created}
			${time(request.createdAt)}${
				request.expiresAt && html` · ${words.expires} ${request.expiresAt}`
			}
		</p>
		<p class="line quiet"><code>${request.id}</code></p>
		<p class="line">${documentLinks(request, overview)}</p>
		${
			signatures.length === 0
				? html`<p class="hint">${words.noSigners}</p>`
				: html`<ul>
						${signatures.map((one) => signer(one, request, overview))}
					</ul>`
		}
		<details id="timeline-${request.id}" ${isOpened && 'open'}>
			<summary>${words.timeline}<span class="unseen"> ${words.of} ${request.title}</span></summary>
			${timeline(request, overview)}
		</details>
	</li>`;
}

function documentLinks({ documentIds }: RequestRecord, { store }: Overview): Html[] {
	return documentIds.flatMap((id) => {
		const document = store.document(id);
		return document
			? html`<a href="/app/overview/documents/${id}" download>${fileNameOf(document.title)}</a> `
			: [];
	});
}

function signer(signature: Signature, request: RequestRecord, overview: Overview): Html {
	const { declineReason, order, status } = signature;
	const isOpen = request.status === 'OPEN' && status === 'OPEN';
	const name = signature.kind === 'account' ? signature.email : nameOf(signature);
	const link = personalLink(request, signature, overview.origin());
	return html`<li>
		<p class="line">
			${pill(status)} <strong>${name}</strong>${
				order !== -1 && html` <span class="quiet">#${order}</span>`
			}
			<a href="${link}"
				>${words.openPage}<span class="unseen"> ${words.of} ${addressOf(signature)}</span></a
			>
		</p>
		${declineReason && html`<p class="line quiet">${words.declinedBecause}: ${declineReason}</p>`}
		${isOpen && actions(signature, request, name, overview)}
	</li>`;
}

/** A form for each, so that the Enter key in a field does what the field is for. */
function actions(
	{ id }: Signature,
	request: RequestRecord,
	name: string,
	{ shown }: Overview,
): Html {
	const address = showing(`/app/overview/${request.id}/signers/${id}`, shown);
	const button = (action: 'sign' | 'decline' | 'fail') =>
		html`<button
			class="small ${action === 'sign' && 'main'}"
			id="${action}-${id}"
			name="action"
			value="${action}"
			data-done="${name}: ${words.done[action]}"
		>
			${words[action]}<span class="unseen"> ${name}</span>
		</button>`;
	return html`<div class="actions">
		<form method="post" action="${address}" data-act>
			${button('sign')}
			<details id="as-${id}">
				<summary>${words.signAs}<span class="unseen"> ${words.of} ${name}</span></summary>
				<label for="name-${id}">${words.signName}</label>
				<input
					id="name-${id}"
					name="name"
					maxlength="100"
					placeholder="${name}"
					autocomplete="off"
				/>
			</details>
		</form>
		<form method="post" action="${address}" data-act>
			<details id="not-${id}">
				<summary>${words.dontSign}<span class="unseen"> ${words.of} ${name}</span></summary>
				<label for="reason-${id}">${words.declineReason}</label>
				<input id="reason-${id}" name="reason" maxlength="2048" autocomplete="off" />
				<p class="row">${button('decline')} ${button('fail')}</p>
			</details>
		</form>
	</div>`;
}
