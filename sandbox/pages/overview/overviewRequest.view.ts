import { addressOf } from '../../requests/notices/mails.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { nameOf } from '../../requests/people.ts';
import { personalLink } from '../../requests/notices/signingUrl.ts';
import { fileNameOf } from '../frame/download.ts';
import { html, type Html } from '../../http/html.ts';
import { withPages, type Overview } from './overview.ts';
import { pill, time } from './overviewLists.view.ts';
import { words } from './overview.texts.ts';

export function requestItem(request: RequestRecord, overview: Overview): Html {
	const { signatures } = request;
	const signed = signatures.filter(({ status }) => status === 'SIGNED').length;
	return html`<li id="request-${request.id}">
		<div class="line">
			${pill(request.status)}
			<h3>${request.title}</h3>
			${
				signatures.length > 1 &&
				html`<span class="count">${words.signed(signed, signatures.length)}</span>`
			}
		</div>
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

function actions(
	{ id }: Signature,
	request: RequestRecord,
	name: string,
	{ pages }: Overview,
): Html {
	const address = withPages(`/app/overview/${request.id}/signers/${id}`, pages);
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
	return html`<form method="post" action="${address}" data-act>
		<div class="row">${button('sign')} ${button('decline')} ${button('fail')}</div>
		<details id="more-${id}">
			<summary>${words.more}</summary>
			<label for="name-${id}">${words.signName}</label>
			<input id="name-${id}" name="name" maxlength="100" placeholder="${name}" autocomplete="off" />
			<label for="reason-${id}">${words.declineReason}</label>
			<input id="reason-${id}" name="reason" maxlength="2048" autocomplete="off" />
		</details>
	</form>`;
}
