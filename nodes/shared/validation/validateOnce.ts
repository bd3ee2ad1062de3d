import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import type { z } from 'zod/v3';

import { callTo } from '../client/call';
import type { Call, Endpoint } from '../client/call';
import { callForJson } from '../client/callService';
import { shortened } from '../client/foreignText';
import { validationRefusals } from '../client/problemTable';
import { fileFault } from '../documents/document';
import { limitOf, multipartOf } from '../documents/pdf';
import type { Pdf } from '../documents/pdf';
import { sendOnce } from '../execution/checkpoints';
import type { ItemContext } from '../execution/operation';
import { omitEmpty } from '../network/json';
import {
	formatEndpoint,
	infoEndpoint,
	readFormat,
	readInfo,
	readSigners,
	signersEndpoint,
	ValidationAnswer,
} from './result';

/** The names are always the same, so that a form without its file always has the same length. */
const files = {
	document: { kind: 'signed', fileName: 'document.pdf', mediaType: 'application/pdf' },
	signature: {
		kind: 'signature',
		fileName: 'signature.p7s',
		mediaType: 'application/pkcs7-signature',
	},
} as const;
const xmlFile = { fileName: 'document.xml', mediaType: 'application/xml' };
/** As the service calls them in its paths. */
export type Validatable = keyof typeof files;

export function acceptedFile(what: Validatable) {
	return { kind: files[what].kind, limit: limitOf(files[what]) };
}

export interface Validation {
	what: Validatable;
	file: Pdf;
	fullReport: boolean;
	options: IDataObject & { timeoutSeconds?: number };
	/** Which of several validations of an item it is. */
	step?: string;
}

/** The call itself, and those that read what an older service leaves out of its answer. */
export function validateEndpoints(what: Validatable): [Endpoint, ...Endpoint[]] {
	const validate: Endpoint = {
		interface: 'validation',
		method: 'POST',
		path: `/validate/${what}`,
		changesNothing: true,
		howToCheck: `Skribble may have validated the ${what}. You can try again, but it may use credits twice.`,
		refusals: [
			...validationRefusals,
			{
				status: 413,
				message: 'The document is too large to validate',
				remedy: 'Send a smaller file. The limit is 50 MB.',
			},
		],
	};
	return [validate, infoEndpoint, signersEndpoint, formatEndpoint];
}

/** Once for each item, because it costs credits. */
export async function validateOnce(item: ItemContext, validation: Validation) {
	const { additionalInfos, ...answer } = await send(item, validation);
	const result = await readResult(item, answer.id, additionalInfos, validation).catch(
		(error: unknown) => {
			throw unreadableResult(item, { ...validation, id: answer.id, error });
		},
	);
	return { answer, ...result };
}

/** An older service may leave out a part of its answer, which is then read separately. */
async function readResult(
	item: ItemContext,
	id: string,
	shown: z.output<typeof ValidationAnswer>['additionalInfos'],
	{ fullReport }: Validation,
) {
	return {
		info: shown?.validation ?? (await readInfo(item, id)),
		report: fullReport && {
			signers: shown?.signer ?? (await readSigners(item, id)),
			format: shown?.format ?? (await readFormat(item, id)),
		},
	};
}

/** The validation itself is done, and paid. */
function unreadableResult(
	item: ItemContext,
	{ what, id, error }: Pick<Validation, 'what'> & { id: string; error: unknown },
): NodeOperationError {
	return fileFault(item, {
		message: `The ${what} was validated, but its result couldn't be read`,
		description: `Get the result with Get Result Info, ID ${shortened(id)}, within ten minutes. Validating again may use credits twice. The reason: ${(error as Error).message}.`,
	});
}

async function send(
	{ context, itemIndex }: ItemContext,
	{ what, file, fullReport, step, options: { timeoutSeconds, ...conditions } }: Validation,
) {
	const [endpoint] = validateEndpoints(what);
	const isXml = what === 'document' && file.isXml;
	const body = await multipartOf(file, isXml ? xmlFile : files[what]);
	const call: Call = {
		...callTo(endpoint),
		path: `${endpoint.path}?${queryOf(conditions, fullReport)}`,
		version: 'v1',
		body,
		timeoutSeconds,
		itemIndex,
	};
	return await sendOnce(context, itemIndex, {
		what: `this ${what} to be validated`,
		step,
		send: async () => await callForJson(context, call, ValidationAnswer),
	});
}

/** `infos` is repeated for each part, which n8n's own query writes in another way. */
function queryOf(conditions: IDataObject, fullReport: boolean): string {
	const query = new URLSearchParams({ infos: 'validation' });
	if (fullReport) for (const part of ['signer', 'format']) query.append('infos', part);
	for (const [name, condition] of Object.entries(omitEmpty(conditions)))
		query.append(name, String(condition));
	return query.toString();
}
