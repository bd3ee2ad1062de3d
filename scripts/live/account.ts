/** With which account the kit runs: what stands in the environment, and why it may be refused. */
import { regions } from '../../nodes/shared/account/addresses';
import { keyKind } from '../../nodes/shared/account/account';
import type { Dialect } from '../../test/wire/schemas.ts';

export interface Account {
	username: string;
	apiKey: string;
	signingAddress: string;
	validationAddress: string;
	dialect: Dialect;
	placeholderPrefix: string;
	/** Someone of one's own with an account, who may get mail. */
	person?: string;
	/** A signature tag as this service wants it written: its syntax is not public. */
	tag?: string;
}

export class Refusal extends Error {}

export const HOW = `Set in the environment:
  ESIGNATURE_USERNAME   the API username of a demo key, api_demo…
  ESIGNATURE_API_KEY    the demo key itself
  ESIGNATURE_REGION     ch, de or custom
With the region custom also:
  ESIGNATURE_SIGNING_ADDRESS, ESIGNATURE_VALIDATION_ADDRESS, and ESIGNATURE_DIALECT: contract or public
If you like:
  ESIGNATURE_PERSON     an email address of your own that has an account with the service. It may get mail.
                        Without it, operations that notify or name people are left out.
  ESIGNATURE_TAG        a signature tag, written as the service wants it. With it, the kit compares from where
                        the service counts the pages of tags.`;

type Environment = Record<string, string | undefined>;

export function accountFrom(env: Environment): Account {
	const username = needed(env, 'ESIGNATURE_USERNAME');
	const apiKey = needed(env, 'ESIGNATURE_API_KEY');
	requireDemo(username, apiKey);
	const person = env.ESIGNATURE_PERSON?.trim();
	const tag = env.ESIGNATURE_TAG?.trim();
	return { username, apiKey, ...placeOf(env), ...(person && { person }), ...(tag && { tag }) };
}

/** Whatever else the two say: a production key costs money, and its signatures bind. */
function requireDemo(username: string, apiKey: string): void {
	const kinds = [keyKind({ username }), keyKind({ apiKey })];
	if (kinds.includes('demo') && !kinds.includes('production')) return;
	const found = kinds.includes('production') ? 'This is a production key' : 'This is no demo key';
	throw new Refusal(
		`${found}, so nothing was sent. Use a demo key: its username begins with api_demo. Signatures made with it cost nothing and bind no one.`,
	);
}

function placeOf(env: Environment): Omit<Account, 'username' | 'apiKey' | 'person' | 'tag'> {
	const region = needed(env, 'ESIGNATURE_REGION').toLowerCase();
	if (region === 'ch' || region === 'de') {
		const { signing, validation, placeholderPrefix } = regions[region];
		return {
			signingAddress: signing,
			validationAddress: validation,
			dialect: 'public',
			placeholderPrefix,
		};
	}
	if (region !== 'custom') throw unusable('ESIGNATURE_REGION', 'ch, de or custom');
	const dialect = needed(env, 'ESIGNATURE_DIALECT');
	if (dialect !== 'contract' && dialect !== 'public') {
		throw unusable('ESIGNATURE_DIALECT', 'contract or public');
	}
	return {
		signingAddress: address(env, 'ESIGNATURE_SIGNING_ADDRESS'),
		validationAddress: address(env, 'ESIGNATURE_VALIDATION_ADDRESS'),
		dialect,
		placeholderPrefix: dialect === 'public' ? regions.ch.placeholderPrefix : 'SERVICE',
	};
}

function address(env: Environment, name: string): string {
	const typed = needed(env, name).replace(/\/+$/, '');
	const isSafe = /^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost)(:|$)/.test(typed);
	if (!isSafe || !URL.canParse(typed))
		throw unusable(name, 'a web address, beginning with https://');
	return typed;
}

function needed(env: Environment, name: string): string {
	const value = env[name]?.trim() ?? '';
	if (value === '') throw new Refusal(`${name} is missing, so nothing was sent.\n\n${HOW}`);
	return value;
}

const unusable = (name: string, allowed: string) =>
	new Refusal(`${name} must be ${allowed}, so nothing was sent.`);
