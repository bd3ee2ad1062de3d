/** Where the signing page sends people afterwards (interface.md 4.5). */
export interface Exits {
	signed?: Exit;
	declined?: Exit;
	failed?: Exit;
	hidesDownload: boolean;
	lang?: string;
}

export interface Exit {
	url: string;
	/** Absent: the person goes when they like. */
	afterSeconds?: number;
}

const DEFAULT_SECONDS = 45;
const FEWEST_SECONDS = 10;
const MOST_SECONDS = 90;

export function readExits(query: URLSearchParams): Exits {
	const read = parameters(query);
	const exitUrl = webAddress(read('exitURL'));
	const hidesDownload = read('hidedownload') !== undefined;
	const lang = read('lang');
	// The error and decline exits need the exit URL, which also stands in for them.
	if (exitUrl === undefined) return { hidesDownload, lang };

	const afterSeconds = redirectSeconds(read('redirectTimeout'));
	const declineUrl = webAddress(read('declineURL'));
	const leavesAfterDecline = declineUrl !== undefined || read('declineRedirect') === 'true';
	return {
		signed: { url: exitUrl, afterSeconds },
		failed: { url: webAddress(read('errorURL')) ?? exitUrl, afterSeconds },
		declined: {
			url: declineUrl ?? exitUrl,
			afterSeconds: leavesAfterDecline ? afterSeconds : undefined,
		},
		hidesDownload,
		lang,
	};
}

/** The contract shows one spelling and names the others, so capitals do not matter. */
function parameters(query: URLSearchParams) {
	const values = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
	return (name: string) => values.get(name.toLowerCase());
}

/** Anything else, such as javascript:, would run in this page. */
function webAddress(text: string | undefined): string | undefined {
	if (text === undefined || !URL.canParse(text)) return undefined;
	const { protocol, href } = new URL(text);
	return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

export function redirectSeconds(text: string | undefined): number {
	if (text === undefined || !/^\s*-?\d+\s*$/.test(text)) return DEFAULT_SECONDS;
	return Math.min(MOST_SECONDS, Math.max(FEWEST_SECONDS, Number(text)));
}
