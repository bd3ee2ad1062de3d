import type { Answer } from '../http/routeInput.ts';
import { file, flag, json, listOf, number, object, oneOf, text, textOrNull } from './shapes.ts';
import { texts, time, uuid, whole } from './shapes.ts';

/** The tooling of the validation interface, which only the public regions offer. */
const LEVELS = ['1b', '1a', '2b', '2u', '2a', '3b', '3u', '3a'].map((level) => `pdfa-${level}`);
const OPTIMISATIONS = oneOf('archive', 'print', 'size', 'web');
const level = { type: ['string', 'null'], enum: [...LEVELS, null] };
const timeOrNull = { ...time, type: ['string', 'null'] };
const outcome = oneOf('success', 'failed');

const upload = object({
	...{ id: uuid, name: text },
	properties: object({
		...{ sha1: text, size: whole, pages: whole, creation: timeOrNull },
		...{ modification: timeOrNull, claimedConformance: level },
	}),
	permissions: object({
		...{ canConform: flag, canCompress: flag, allowsSign: flag },
		...{ allowsAnnotate: flag, allowsFill: flag, allowsModify: flag },
	}),
	metadata: object({
		...{ author: textOrNull, creator: textOrNull, producer: textOrNull },
		...{ subject: textOrNull, title: textOrNull, keywords: texts },
	}),
});
const checked = object({
	...{ status: outcome, conformance: level, claimedConformance: level },
	...{ recommendedConformance: level, details: texts },
});
const conformed = object({
	...{ status: outcome, conformance: level, downgraded: flag },
	...{ claimedConformance: level, details: texts },
});
const compressed = object({
	...{ status: outcome, optimisation: OPTIMISATIONS, claimedConformance: level, pages: whole },
	...{ originalSize: whole, newSize: whole, compressionRatio: number, spaceSaving: number },
	details: texts,
});
const position = object({ page: whole, x: number, y: number, width: number, height: number });
const spotted = object(
	{ status: oneOf('success', 'pending', 'failed'), details: texts },
	{
		results: object({
			...{ quality: textOrNull, legislation: textOrNull, observers: texts },
			signers: listOf(object({ signer: text, email: textOrNull, sequence: whole })),
			signatures: listOf(object({ signer: text, positions: listOf(position) })),
		}),
	},
);

const ok = (summary: string, content: Answer['content'], status = 200): Answer => ({
	...{ summary, status, content },
});
const process = '/tooling/process/{id}';

export const TOOLING_ANSWERS: Record<string, Answer> = {
	'POST /tooling/upload': ok('Upload a file and turn it into a PDF', json(upload)),
	[`POST ${process}/check`]: ok('Check whether a file is PDF/A', json(checked)),
	[`POST ${process}/conform`]: ok('Make a file PDF/A', json(conformed)),
	[`POST ${process}/compress`]: ok('Make a file smaller', json(compressed)),
	[`POST ${process}/spotsigners`]: ok('Find signers by tags', json(spotted)),
	'GET /tooling/{id}': ok('Download a file', file('application/pdf')),
	'DELETE /tooling/{id}': ok('Delete a file', {}, 204),
};
