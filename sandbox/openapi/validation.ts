import type { Answer } from '../http/routeInput.ts';
import { file, flag, json, listOf, object, oneOf, text } from './shapes.ts';
import { textOrNull, texts, time, uuid, whole } from './shapes.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { TOOLING_ANSWERS } from './tooling.ts';

/** The validation interface (interface.md 4.6), which both dialects speak alike but for a few values. */
const info = object(
	{ indication: oneOf('TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE') },
	{ subIndication: textOrNull, details: texts },
);
const format = object({ fileType: text }, { quality: text, producer: text });
const changes = { visualDifferences: flag, undefinedChanges: flag };
const LEGISLATION = {
	type: ['string', 'null'],
	enum: ['WORLD', 'CH', 'EU', 'CH_EU', 'CH-EU', null],
};
const judged = { quality: textOrNull, legislation: LEGISLATION, longTermValidation: flag };
const signer = object(
	{ valid: flag, signer: textOrNull, time: { ...time, type: ['string', 'null'] }, ...judged },
	{
		...changes,
		certificate: object({}, { subject: text, issuer: text, serialNumber: text }),
		optionalInfos: object({}, { name: text, contact: text, location: text, reason: text }),
	},
);
const validated = (more: Record<string, JsonSchema>) =>
	json(
		object(
			{ id: uuid, valid: flag, signatures: whole, validSignatures: whole, ...judged, ...more },
			{
				additionalInfos: object({}, { signer: listOf(signer), format, validation: info }),
			},
		),
	);
const statement = object({
	period: text,
	usage: listOf(object({ endpoint: text, requests: whole, credits: whole })),
	...{ requests: whole, credits: whole },
});
const prices = object({
	validFrom: time,
	consumptions: listOf(object({ sku: text, endpoint: text, credits: whole })),
});

const ok = (summary: string, content: Answer['content'], status = 200): Answer => ({
	...{ summary, status, content },
});

export const VALIDATION_ANSWERS: Record<string, Answer> = {
	'POST /access/login': ok('Log in for validation: answers the bearer token', {
		...{ 'text/plain': text, ...json(object({ accesstoken: text })) },
	}),
	'POST /validate/document': ok('Validate a PDF', validated(changes)),
	'POST /validate/signature': ok('Validate a detached signature', validated({})),
	'DELETE /validate/{id}': ok('Delete a result', {}, 204),
	'GET /infos/{id}/validation': ok('Read the indication', json(info)),
	'GET /infos/{id}/signers': ok('Read the signers', json(listOf(signer))),
	'GET /infos/{id}/format': ok('Read the format', json(format)),
	'GET /reports/{id}/etsi': ok('Download the ETSI report', file('application/xml')),
	'GET /billing/credits/infos': ok('Read prices', json(prices)),
	'GET /billing/credits/usage': ok('Read the usage of this month', json(statement)),
	'GET /billing/credits/invoiced': ok('Read what was invoiced', json(statement)),
	...TOOLING_ANSWERS,
};
