import { html, type Html } from '../../http/html.ts';
import { addressOf } from '../../requests/notices/mails.ts';
import { nameOf } from '../../requests/people.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import type { LanguageLink } from '../frame/layout.ts';
import type { Language, Texts } from '../frame/texts/texts.ts';
import type { Exits } from './exits.ts';

/** A person at a signing address. */
export interface SigningAddress {
	/** The address without its parameters. */
	base: string;
	/** The address with its parameters, which every form and redirect keeps. */
	self: string;
	exits: Exits;
	lang: Language;
	texts: Texts;
	/** The page that is shown, in each language. */
	languages: LanguageLink[];
}

/** The same once we know who it is. */
export interface Visit extends SigningAddress {
	request: RequestRecord;
	signature: Signature;
}

/** Adds a parameter to an address that may already have some. */
export const withParameter = (address: string, name: string, value: string) =>
	`${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

/** How others read who a person is. */
export const shownName = (signature: Signature) =>
	signature.kind === 'account' ? addressOf(signature) : nameOf(signature);

export const senderOf = ({ creator, owner }: RequestRecord) => creator ?? owner;

/** One machine is often used for all signers in turn, so everyone can step back. */
export function notYou({ self, signature, texts: { person } }: Visit): Html | false {
	return (
		signature.kind === 'account' &&
		html`<form method="post" action="${self}" class="not-you">
			<span>${person.youAre} <strong>${signature.email}</strong>.</span>
			<button class="plain" name="action" value="leave">${person.notYou}</button>
		</form>`
	);
}
