import type { ExplainedRefusal, Explanation } from '../http/problemTable';

const withoutRole: Explanation = {
	message: 'This API key may not use the validation interface',
	remedy:
		"Validation needs a role of its own. Ask the service's support or your account manager to give it to the API user, or choose another credential.",
};

/** What every call of the validation interface may meet. */
export const validationRefusals: ExplainedRefusal[] = [
	{ key: /^error\.auth\.token_/, ...withoutRole },
	{ status: 401, ...withoutRole },
	{ status: 403, ...withoutRole },
];
