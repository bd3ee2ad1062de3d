import { wrongKey } from '../account/credentialProblem';

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
		message: `${field}: Skribble doesn't find this ID`,
		remedy: CHECK_ID,
	};
}

const CHECK_ID =
	'Check the ID, and the region in the credential. Someone may have deleted it. A signed document has a new ID.';

const CHECK_KEY =
	'Test the credential. If the test fails, create a new API key. Otherwise the key may lack the role for this operation.';

/** Skribble names its own members in words that may change. */
const CHECK_FIELDS = 'Check the values of the fields, and try again.';

export const askToActivate = "Ask Skribble's support to activate the feature for your business";

/** For all calls. The first match wins. docs/errors.md shows this table to users. */
export const problemTable: readonly ExplainedRefusal[] = [
	{
		key: 'file.malware.detected',
		message: 'Skribble found malware in the file',
		remedy: 'Check the file with a virus scanner, and send a clean one.',
	},
	{
		key: /^file\.pdf\./,
		message: "Skribble can't use this PDF",
		remedy:
			'Open the file in a PDF viewer, print it to a new PDF, and send that one. Skribble refuses PDFs that are damaged or protected by a password.',
	},
	{
		key: 'error.auth.credentials_invalid',
		message: wrongKey.title,
		remedy: wrongKey.remedy,
	},
	{
		key: /^error\.auth\./,
		message: "Skribble didn't accept the login",
		remedy: CHECK_KEY,
	},
	{
		type: 'feature-not-enabled',
		status: 403,
		message: "Skribble hasn't activated this feature for your business",
		remedy: `${askToActivate}, or remove the field that needs it.`,
	},
	{
		status: 400,
		message: 'Skribble refused a value',
		remedy: CHECK_FIELDS,
	},
	{
		status: 401,
		message: "Skribble didn't accept the login",
		remedy: CHECK_KEY,
	},
	{
		status: 403,
		message: "The API user isn't allowed to do this",
		remedy:
			'Use a document or request that the API user owns or has write access to. Otherwise check the role of the API key.',
	},
	{
		status: 404,
		message: "Skribble doesn't find this ID",
		remedy: CHECK_ID,
		namesField: true,
	},
	{
		status: 406,
		message: "Skribble can't answer in this format",
		remedy: 'Choose API Version V2, or try again later. V3 is a preview.',
	},
	{
		status: 409,
		message: "The current state doesn't allow this",
		remedy: 'Check the current state with Get.',
	},
	{
		status: 413,
		message: 'The document is too large for Skribble',
		remedy: 'Send a smaller file, for example with smaller images. The limit is 112.5 MB.',
	},
	{
		status: 415,
		message: "Skribble doesn't accept files of this type",
		remedy: 'Send a PDF.',
	},
	{
		status: 422,
		message: "Skribble can't do this with these values",
		remedy: CHECK_FIELDS,
	},
	{
		status: 423,
		message: 'The document or request is locked',
		remedy: 'Try again in a few minutes. Someone may be signing.',
	},
	{
		status: 429,
		message: 'Skribble got too many calls',
		remedy: 'Try again later, or choose a smaller Batch Size in the options of the node.',
	},
	{
		status: 500,
		message: 'Skribble had an internal error',
		remedy:
			"Try again later. If the error stays, report the time and the call to Skribble's support.",
		namesCall: true,
	},
	{
		status: 502,
		message: "Skribble's gateway got no answer",
		remedy: 'Try again in a few minutes.',
	},
	{
		status: 503,
		message: 'Skribble is unavailable',
		remedy: 'Try again in a few minutes.',
	},
	{
		status: 504,
		message: 'Skribble took too long to answer',
		remedy: 'Try again in a few minutes.',
	},
];

const withoutRole: Explanation = {
	message: "This API key can't use Skribble's validation",
	remedy:
		"Ask Skribble's support to give the API user the role for validation, or choose another credential.",
};

/** For every call of the validation interface. */
export const validationRefusals: ExplainedRefusal[] = [
	{ key: /^error\.auth\.token_/, ...withoutRole },
	{ status: 401, ...withoutRole },
	{ status: 403, ...withoutRole },
];
