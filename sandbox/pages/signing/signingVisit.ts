import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { Exits } from './exits.ts';
import { html, type Html } from '../../http/html.ts';
import type { Texts } from '../frame/texts.ts';

/** Somebody at a signing address. */
export interface SigningAddress {
	/** The address without its parameters. */
	base: string;
	/** The address with its parameters, which every form and redirect keeps. */
	self: string;
	exits: Exits;
	lang: string;
	texts: Texts;
}

/** The same once we know who it is. */
export interface Visit extends SigningAddress {
	request: RequestRecord;
	signature: Signature;
}

/** One machine is often used for all signers in turn, so everybody can step back. */
export function notYou({ self, signature, texts: { person } }: Visit): Html | false {
	return (
		signature.kind === 'account' &&
		html`<form method="post" action="${self}" class="not-you">
			<span>${person.youAre} <strong>${signature.email}</strong>.</span>
			<button class="plain" name="action" value="leave">${person.notYou}</button>
		</form>`
	);
}
