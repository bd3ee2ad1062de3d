import { html, type Html } from '../../http/html.ts';
import { dueSignatures } from '../../requests/lifecycle/transitions.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { Texts } from '../frame/texts/texts.ts';
import { shownName, type Visit } from './signingVisit.ts';

type State = keyof Texts['people']['states'];

/** Everyone who signs, in which order, and how far it is. */
export function peopleView({ request, signature, texts: { people } }: Visit): Html {
	const { signatures } = request;
	const signed = signatures.filter(({ status }) => status === 'SIGNED').length;
	const progress = people.progress(signed, signatures.length);
	const isOrdered = new Set(signatures.map(({ order }) => order)).size > 1;
	return html`<section class="people" aria-labelledby="people-heading">
		<div class="bar">
			<h2 id="people-heading">${people.heading}</h2>
			<span class="quiet">${progress}</span>
		</div>
		<progress value="${signed}" max="${signatures.length}" aria-label="${progress}"></progress>
		${isOrdered && html`<p class="hint">${people.inOrder}</p>`}
		<ol>
			${inOrder(signatures).map((one) => {
				const state = stateOf(one, request);
				return html`<li class="person ${state}">
					<span class="person-name">
						<strong>${shownName(one)}</strong>
						${one === signature && html`<span class="you">${people.you}</span>`}
					</span>
					<span class="quiet">${people.states[state]}</span>
				</li>`;
			})}
		</ol>
	</section>`;
}

const inOrder = (signatures: Signature[]) => [...signatures].sort((a, b) => a.order - b.order);

function stateOf(signature: Signature, { signatures, status }: RequestRecord): State {
	if (signature.status === 'SIGNED') return 'signed';
	if (signature.status === 'DECLINED') return 'declined';
	if (signature.status === 'ERROR') return 'failed';
	if (status !== 'OPEN') return 'open';
	return dueSignatures(signatures).includes(signature) ? 'due' : 'waiting';
}
