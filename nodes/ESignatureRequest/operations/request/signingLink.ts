/** How the web application behaves after signing (interface.md 4.5). */
interface SigningExits {
	exitUrl?: string;
	errorUrl?: string;
	declineUrl?: string;
	declineRedirect?: boolean;
	redirectTimeout?: number;
	language?: string;
	hideDownload?: boolean;
}

const SHORTEST_TIMEOUT = 10;
const LONGEST_TIMEOUT = 90;

/** The service would move the value itself; doing it here lets us say so. */
export function clampTimeout(seconds: number): number {
	return Math.min(Math.max(Math.round(seconds), SHORTEST_TIMEOUT), LONGEST_TIMEOUT);
}

/** The signing address with its parameters; those that it already has stay, unless they are set again. */
export function signingLink(signingUrl: string, exits: SigningExits): string {
	const [beforeFragment = '', ...fragment] = signingUrl.split('#');
	const [place = '', ...query] = beforeFragment.split('?');
	const parameters = parametersFor(exits);
	const present = query
		.join('?')
		.split('&')
		.filter((pair) => pair !== '' && !parameters.has(nameOf(pair)));
	const added = [...parameters].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	const all = [...present, ...added].join('&');
	const hash = fragment.length > 0 ? `#${fragment.join('#')}` : '';
	return `${place}${all === '' ? '' : `?${all}`}${hash}`;
}

function parametersFor(exits: SigningExits): Map<string, string> {
	const { redirectTimeout } = exits;
	const values: Record<string, string | undefined> = {
		exitURL: exits.exitUrl,
		errorURL: exits.errorUrl,
		declineURL: exits.declineUrl,
		declineRedirect: exits.declineRedirect ? 'true' : undefined,
		redirectTimeout:
			redirectTimeout === undefined ? undefined : String(clampTimeout(redirectTimeout)),
		lang: exits.language,
		hidedownload: exits.hideDownload ? 'true' : undefined,
	};
	return new Map(
		Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
	);
}

function nameOf(pair: string): string {
	return pair.split('=', 1)[0] ?? pair;
}
