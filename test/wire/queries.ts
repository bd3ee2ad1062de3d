/** What stands behind the question mark: interface.md 4.2, 4.3, 4.6 and 10. */
import {
	date,
	email,
	fromOne,
	fromZero,
	listOf,
	matching,
	object,
	oneOf,
	each,
	optional,
	period,
	signerStateOf,
	stateOf,
	text,
} from './schemas.ts';
import type { Spoken } from './schemas.ts';

const trueOrFalse = oneOf('true', 'false');

/** The public regions would ignore signer_email_address, and then list everything. */
export const list = (spoken: Spoken) =>
	optional({
		...{ status_overall: stateOf(spoken), signature_status: signerStateOf(spoken) },
		...(!spoken.isPublic && { signer_email_address: email }),
		...(spoken.version !== 'v1' && { account_email: email, search: text }),
		page_number: spoken.isPublic ? fromOne : fromZero,
		page_size: spoken.isPublic ? fromZero : fromOne,
	});
export const report = optional({ type: oneOf('PDF', 'JSON', 'HTML') });
export const image = optional({ scale: matching('^[0-9]+(\\.[0-9]+)?$') });
export const qualities = object({ username: email });
export const activities = object(
	{ start_date: date, end_date: date },
	{ page: fromOne, size: matching('^([1-9][0-9]?|100)$'), sort: oneOf('asc', 'desc') },
);

const info = oneOf('validation', 'format', 'signer');
const constraints = {
	quality: oneOf('SES', 'AES', 'QES'),
	legislation: oneOf('WORLD', 'CH', 'EU', 'CH_EU'),
	longTermValidation: trueOrFalse,
	infos: { anyOf: [info, listOf(info, { uniqueItems: true })] },
};
export const validateSignature = optional(constraints);
export const validateDocument = optional({
	...constraints,
	...each(trueOrFalse, 'rejectVisualDifferences', 'rejectUndefinedChanges'),
});
export const invoiced = optional({ period });

const LEVELS = ['1b', '1a', '2b', '2u', '2a', '3b', '3u', '3a'].map((level) => `pdfa-${level}`);
const force = { force: trueOrFalse };
export const check = object({ conform: oneOf('claimed', ...LEVELS) });
export const conform = object(
	{ conform: oneOf('recommendedConformance', ...LEVELS), allowdowngrade: trueOrFalse },
	force,
);
export const compress = object({ optimise: oneOf('archive', 'print', 'size', 'web') }, force);
