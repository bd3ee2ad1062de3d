export interface Explanation {
	message: string;
	remedy: string;
}

/** A refusal by its key, or by its problem type and status. */
export interface ExplainedRefusal extends Explanation {
	key?: string | RegExp;
	type?: string;
	status?: number;
	/** Only for a call with this feature, and no other that may not be activated. */
	feature?: string;
	/** The message begins with the fields whose IDs are in the path. */
	namesField?: true;
	/** The remedy ends with the call, for a report to the support of Skribble. */
	namesCall?: true;
	/** It lasts longer than a call can wait. */
	isFinal?: true;
}

/** For an ID that isn't in the path. */
export function unknownId(field: string): ExplainedRefusal {
	return {
		status: 404,
		message: `${field}: the service does not know this id`,
		remedy: CHECK_ID,
	};
}

const CHECK_ID =
	'Check the id, the region in the credential and whether it was deleted. A document gets a new id when it is signed.';

/** Skribble names its own members in words that may change. */
const CHECK_FIELDS = "Check the node's fields and run again.";

export const askToActivate =
	"Ask the service's support or your account manager to activate the feature for your business";

/** For all calls. The first match wins. docs/errors.md shows this table to users. */
export const problemTable: readonly ExplainedRefusal[] = [
	{
		key: 'file.malware.detected',
		message: 'The service found malware in the file and refused it',
		remedy: 'Check the file with a virus scanner and create it again from a clean source.',
	},
	{
		key: /^file\.pdf\./,
		message: 'The service cannot use this PDF',
		remedy:
			'Open the file in a PDF viewer: it must not be damaged, encrypted or protected by a password. Print it to a new PDF and send that.',
	},
	{
		key: 'error.auth.credentials_invalid',
		message: 'The service does not accept this username and API key',
		remedy:
			"Open the credential and check both. If the key has worked before, its lifetime may be over: create a new one, or ask the service's support to reset it.",
	},
	{
		key: /^error\.auth\./,
		message: 'The service did not accept the login, even after a new one',
		remedy:
			'Open the credential and test it. If the test succeeds, run the workflow again; otherwise renew the API key.',
	},
	{
		type: 'feature-not-enabled',
		status: 403,
		message: 'This feature is not activated for your business',
		remedy: `${askToActivate}, or leave the field out that needs it.`,
	},
	{
		type: 'constraint-violation',
		status: 400,
		message: 'The service found a value that breaks its rules',
		remedy: CHECK_FIELDS,
	},
	{
		status: 400,
		message: 'The service could not accept the request',
		remedy: CHECK_FIELDS,
	},
	{
		status: 401,
		message: 'The service did not accept the login, even after a new one',
		remedy:
			'Open the credential and test it: the API key may have ended or been reset, or may lack the role for this call.',
	},
	{
		status: 403,
		message: 'The API user may not do this',
		remedy:
			'Check that the document or request belongs to this API user or is shared with write access, and that the key has the role for it.',
	},
	{
		status: 404,
		message: 'The service does not know this id',
		remedy: CHECK_ID,
		namesField: true,
	},
	{
		status: 406,
		message: 'The service cannot give the answer in the form that was asked for',
		remedy: 'Choose API version v2 in the node, or try again later: v3 is a preview.',
	},
	{
		status: 409,
		message: 'The request does not fit the present state',
		remedy: 'Read the present state with a Get operation and decide from there.',
	},
	{
		status: 413,
		message: 'The document is too large for the service',
		remedy: 'Send a smaller file, for example with images reduced. The limit is 112.5 MB.',
	},
	{
		status: 415,
		message: 'The service does not take files of this type',
		remedy: 'Send a PDF.',
	},
	{
		status: 422,
		message: 'The service understood the request but cannot carry it out',
		remedy: CHECK_FIELDS,
	},
	{
		status: 423,
		message: 'The document or request is locked at the moment',
		remedy: 'Someone may be signing just now. Try again in a few minutes.',
	},
	{
		status: 429,
		message: 'The service receives too many calls',
		remedy: 'Run again later, or choose a smaller Batch Size in the options of the node.',
	},
	{
		status: 500,
		message: 'The service itself failed',
		remedy:
			'Try again later. If the error stays, report the time and the call to the support of the service.',
		namesCall: true,
	},
	{
		status: 502,
		message: 'The service cannot be reached behind its gateway',
		remedy: 'Try again in a few minutes.',
	},
	{
		status: 503,
		message: 'The service is not available at the moment',
		remedy: 'Try again in a few minutes.',
	},
	{
		status: 504,
		message: 'The service took too long to answer',
		remedy: 'Try again in a few minutes.',
	},
];

const withoutRole: Explanation = {
	message: 'This API key may not use the validation interface',
	remedy:
		"Validation needs a role of its own. Ask the service's support or your account manager to give it to the API user, or choose another credential.",
};

/** For every call of the validation interface. */
export const validationRefusals: ExplainedRefusal[] = [
	{ key: /^error\.auth\.token_/, ...withoutRole },
	{ status: 401, ...withoutRole },
	{ status: 403, ...withoutRole },
];
