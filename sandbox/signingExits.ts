/** Where the web application sends people after they are done (interface.md 4.5). */
export interface SigningExits {
	/** Absent: the person stays in the web application. */
	signed?: string;
	failed?: string;
	declined?: string;
	redirectSeconds: number;
	language?: string;
	hidesDownload: boolean;
}

const SHORTEST_SECONDS = 10;
const LONGEST_SECONDS = 90;
const DEFAULT_SECONDS = 45;

/** Reads the query of a `signing_url`; the other exits need `exitURL` and fall back to it. */
export function readExits(query: URLSearchParams): SigningExits {
	const signed = webAddress(query.get('exitURL'));
	const orSigned = (name: string) => signed && (webAddress(query.get(name)) ?? signed);
	const redirectsDeclined = query.has('declineURL') || query.get('declineRedirect') === 'true';
	return {
		signed,
		failed: orSigned('errorURL'),
		declined: redirectsDeclined ? orSigned('declineURL') : undefined,
		redirectSeconds: clampSeconds(query.get('redirectTimeout')),
		language: query.get('lang') ?? undefined,
		hidesDownload: query.has('hidedownload'),
	};
}

function clampSeconds(value: string | null): number {
	if (value === null || !/^-?\d+$/.test(value)) return DEFAULT_SECONDS;
	return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, Number(value)));
}

/** Anything but http and https, such as javascript:, is no place to send a person to. */
function webAddress(value: string | null): string | undefined {
	if (value === null || !URL.canParse(value)) return undefined;
	return /^https?:$/.test(new URL(value).protocol) ? value : undefined;
}
