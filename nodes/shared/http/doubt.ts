import type { Call } from './call';

const request = 'the E-Signature Request node';
const getRequest = `Look with Get of ${request}`;

/** By method and path: where one sees whether a call was carried out whose answer was lost. */
const ways: ReadonlyArray<{ call: RegExp; look: string }> = [
	{
		call: /^POST \/documents$/,
		look: 'Look with Get Many of the E-Signature Document node whether the document is there before you run this again.',
	},
	{
		call: /^DELETE \/documents\/[^/]+$/,
		look: 'Look with Get of the E-Signature Document node: if the service does not know the id any more, the document is deleted.',
	},
	{
		call: /^POST \/seal$/,
		look: 'Look with Get Many of the E-Signature Document node for a new document with the title of the sealed one before you run this again: every seal may be billed.',
	},
	{
		call: /^POST \/signature-requests$/,
		look: `Look with Get Many of ${request} for a request with this title before you run this again.`,
	},
	{
		call: /^PUT \/signature-requests$/,
		look: `${getRequest} whether the request has changed before you run this again.`,
	},
	{
		call: /^DELETE \/signature-requests\/[^/]+$/,
		look: `${getRequest}: a request that the service does not know any more is deleted, one in the state WITHDRAWN has to be deleted once more.`,
	},
	{
		call: /^POST \/signature-requests\/[^/]+\/initiate$/,
		look: `${getRequest}: a request in the state DRAFT was not initiated; in any other it was.`,
	},
	{
		call: /^POST \/signature-requests\/[^/]+\/withdraw$/,
		look: `${getRequest}: a request in the state WITHDRAWN was withdrawn.`,
	},
	{
		call: /^POST \/signature-requests\/[^/]+\/remind$/,
		look: 'Run Remind again within the hour: if the service refuses it (status 429), the first reminder has gone out; otherwise it goes out now.',
	},
	{
		call: /^POST \/signature-requests\/[^/]+\/signatures$/,
		look: `${getRequest} whether the signer is in the request before you run this again; listed twice means signing twice.`,
	},
	{
		call: /^DELETE \/signature-requests\/[^/]+\/signatures\/[^/]+$/,
		look: `${getRequest} whether the signer is still in the request.`,
	},
	{
		call: /^(POST|DELETE) \/signature-requests\/[^/]+\/observers(\/[^/]+)?$/,
		look: `Look with Observer: Get Many of ${request} whether the observer is there.`,
	},
	{
		call: /^(POST|DELETE) \/signature-requests\/[^/]+\/(attachments|documents)(\/[^/]+)?$/,
		look: `${getRequest}, Simplify off, whether the file is in the request before you run this again.`,
	},
	{
		call: /^DELETE \/signature-requests\/[^/]+\/expires-at$/,
		look: `${getRequest} whether the request still shows expires_at.`,
	},
	{
		call: /^DELETE \/validate\/[^/]+$/,
		look: 'Look with Get Result Info of the E-Signature Validation node: a result that the service does not have any more is deleted. It goes by itself after ten minutes.',
	},
];

const ANYWHERE =
	'Look in the service, or with a Get or Get Many operation, whether it was done before you run this again.';

/** What to say where nobody can tell whether the service carried a call out; reads change nothing. */
export function wordsForDoubt({ method, path, ifUnanswered }: Call): string | undefined {
	if (method === 'GET') return undefined;
	return ifUnanswered ?? `It may have gone through anyway. ${lookFor(method, path)}`;
}

function lookFor(method: string, path: string): string {
	const [place = ''] = path.split('?', 1);
	return ways.find(({ call }) => call.test(`${method} ${place}`))?.look ?? ANYWHERE;
}
