import { CredentialProblem } from './credentialProblem';

/** The two programming interfaces of the service; each has its own address and its own token. */
export type Interface = 'signing' | 'validation';

export interface Addresses {
	signing: string;
	validation: string;
	/** What callback placeholders start with, as in `SERVICE_DOCUMENT_ID` (interface.md part 6). */
	placeholderPrefix: string;
	/** Of the country, where the address says which one it is. */
	law?: Law;
}

/** A law about signatures, by the service's name for it. */
export type Law = 'EIDAS' | 'ZERTES';

export const regions: Record<'ch' | 'de', Addresses> = {
	ch: {
		signing: 'https://api.skribble.com',
		validation: 'https://document-validation.skribble.com',
		placeholderPrefix: 'SKRIBBLE',
		law: 'ZERTES',
	},
	de: {
		signing: 'https://api.skribble.de',
		validation: 'https://document-validation.skribble.de',
		placeholderPrefix: 'SKRIBBLE',
		law: 'EIDAS',
	},
};

export const defaultPlaceholderPrefix = 'SERVICE';

interface AddressFields {
	region?: unknown;
	signingAddress?: unknown;
	validationAddress?: unknown;
	placeholderPrefix?: unknown;
}

export function addressesOf(fields: AddressFields): Addresses {
	if (fields.region === 'ch' || fields.region === 'de') return regions[fields.region];
	return {
		signing: cleanAddress('Signing Address', fields.signingAddress, { required: true }),
		validation: cleanAddress('Validation Address', fields.validationAddress),
		placeholderPrefix: text(fields.placeholderPrefix) || defaultPlaceholderPrefix,
	};
}

/** Which interface an absolute address belongs to; the longer base wins where one lies under the other. */
export function interfaceAt(address: string, addresses: Addresses): Interface | undefined {
	const matches = (['signing', 'validation'] as const).filter(
		(name) => addresses[name] !== '' && liesUnder(address, addresses[name]),
	);
	return matches.sort((a, b) => addresses[b].length - addresses[a].length)[0];
}

function liesUnder(address: string, base: string): boolean {
	const parsed = parse(address);
	if (!parsed || parsed.username || parsed.password) return false;
	return `${parsed.href}/`.startsWith(`${base}/`) || parsed.href.startsWith(`${base}?`);
}

/** Accepts what people paste (spaces, trailing slashes, a version path) and refuses what would expose the key. */
function cleanAddress(field: string, value: unknown, { required = false } = {}): string {
	const typed = text(value);
	if (typed === '') {
		if (!required) return '';
		throw new CredentialProblem({
			kind: 'address',
			title: `${field} is empty`,
			remedy: 'Enter the base URL, such as https://api.example.com, or choose another region.',
		});
	}
	const parsed = parse(typed);
	if (!parsed || !/^https?:$/.test(parsed.protocol)) {
		throw new CredentialProblem({
			kind: 'address',
			title: `${field}: "${shown(typed)}" isn't a web address`,
			remedy: 'Enter all of it, starting with https://.',
		});
	}
	if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname)) {
		throw new CredentialProblem({
			kind: 'address',
			title: `${field}: "${shown(typed)}" isn't encrypted`,
			remedy:
				'Use an address that starts with https://. Only localhost, 127.0.0.1, and [::1] can start with http://. Nothing was sent.',
		});
	}
	if (parsed.username || parsed.password) {
		throw new CredentialProblem({
			kind: 'address',
			title: `${field} contains a username or password`,
			remedy: 'Remove everything between // and @, and fill in Username and API Key.',
		});
	}
	const path = parsed.pathname.replace(/\/+$/, '').replace(/\/v[123]$/, '');
	return parsed.origin + path.replace(/\/+$/, '');
}

function parse(address: string): URL | undefined {
	return URL.canParse(address) ? new URL(address) : undefined;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/** Never repeats a password that was typed into an address. */
function shown(address: string): string {
	return address.replace(/\/\/[^/@]*@/, '//…@');
}

/** Whether a host is this machine itself. */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
