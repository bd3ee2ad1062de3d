import { isToolType, NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Pdf } from '../../../shared/document/pdf';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { shortened } from '../../../shared/http/foreignText';
import { callForJson } from '../../../shared/http/transport';
import { omitEmpty } from '../../../shared/operation/omit';
import { sendOnce } from '../../../shared/operation/once';
import type { ItemContext } from '../../../shared/operation/operation';
import { Flag, oneOf, TimeoutSeconds } from '../../../shared/operation/scalars.schema';
import { validationRefusals } from '../../../shared/validation/refusals';
import { ValidationAnswer } from '../validation.schema';
import { formWith } from './form';
import type { Validated } from './form';
import {
	formatEndpoint,
	infoEndpoint,
	readFormat,
	readInfo,
	readSigners,
	signersEndpoint,
} from './result';
import { judge } from './verdict';
import type { Judgement } from './verdict';

/** Left out where the user has not decided. */
export const Wish = z.preprocess(
	(value) => (value === 'true' ? true : value === 'false' ? false : value),
	z.boolean({ invalid_type_error: 'must be true or false' }).optional(),
);

export const demandShape = {
	quality: oneOf('SES', 'AES', 'QES').optional(),
	legislation: oneOf('WORLD', 'CH', 'EU', 'CH_EU').optional(),
	longTermValidation: Wish,
	timeoutSeconds: TimeoutSeconds.optional(),
};

export const reportShape = {
	source: oneOf('binary', 'base64'),
	fullReport: Flag,
	secondOutput: Flag,
};

interface Validation {
	what: Validated;
	file: Pdf;
	fullReport: boolean;
	secondOutput: boolean;
	options: IDataObject & { timeoutSeconds?: number };
	/** What a verdict means, where that is not what it means for a document. */
	explained?: (judgement: Judgement) => Judgement;
}

/** The call itself, and those that read what an older service leaves out of its answer. */
export function validateEndpoints(what: Validated): [Endpoint, ...Endpoint[]] {
	const validate: Endpoint = {
		interface: 'validation',
		method: 'POST',
		path: `/validate/${what}`,
		ifUnanswered: `It may have validated the ${what} anyway, so it was not sent again automatically. Running it again changes nothing, but may use credits twice.`,
		refusals: [
			...validationRefusals,
			{
				status: 413,
				message: 'The document is too large for the validation',
				remedy: 'Send a smaller file. The limit of a whole request is 50 MB.',
			},
		],
	};
	return [validate, infoEndpoint, signersEndpoint, formatEndpoint];
}

export async function validateFile(item: ItemContext, validation: Validation) {
	const { additionalInfos, ...answer } = await send(item, validation);
	const { info, report } = await readResult(item, answer.id, additionalInfos, validation).catch(
		(error: unknown) => {
			throw unread(item, { ...validation, id: answer.id, error });
		},
	);
	const { explained = (judgement) => judgement } = validation;
	const judgement = explained(judge(info, answer));
	sayVerdict(item, judgement);
	const leavesBySecond = validation.secondOutput && judgement.verdict !== 'passed';
	return {
		// What comes next usually files the document or sends it back, so the item keeps its files.
		binary: item.context.getInputData()[item.itemIndex]?.binary,
		json: { ...answer, validation: info, ...report, ...judgement },
		output: leavesBySecond && !isToolType(item.context.getNode().type) ? 1 : 0,
	};
}

/**
 * The first output is called Passed, so that what could not be validated leaves by the second. Except for n8n's error
 * output: n8n moves it there by itself, and looks at the first output alone to know whether to try again.
 */
export function failureOutput({ context, itemIndex }: ItemContext): number {
	const { onError, type } = context.getNode();
	const isOnlyOutput = onError === 'continueErrorOutput' || isToolType(type);
	const hasSecond = context.getNodeParameter('secondOutput', itemIndex, false) === true;
	return hasSecond && !isOnlyOutput ? 1 : 0;
}

/** An older service may leave out what it was asked for: then it is read by itself. */
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
function unread(
	{ context, itemIndex }: ItemContext,
	{ what, id, error }: Pick<Validation, 'what'> & { id: string; error: unknown },
): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The ${what} was validated as ${shortened(id)}, but its result could not be read`,
		{
			itemIndex,
			description: `Read it with Get Result Info and this ID within ten minutes instead of validating again, which may use credits twice. Why: ${(error as Error).message}.`,
		},
	);
}

/** Above the output, where there is one: with many items, the list itself shows their verdicts. */
function sayVerdict({ context }: ItemContext, { verdict, explanation }: Judgement): void {
	if (context.getInputData().length !== 1) return;
	context.addExecutionHints({
		message: `Verdict: ${verdict}. ${explanation}`,
		type: verdict === 'passed' ? 'info' : 'warning',
		location: 'outputPane',
	});
}

async function send(
	{ context, itemIndex }: ItemContext,
	{ what, file, fullReport, options: { timeoutSeconds, ...wishes } }: Validation,
) {
	const [endpoint] = validateEndpoints(what);
	const body = await formWith(file, what);
	const call: Call = {
		...callTo(endpoint),
		path: `${endpoint.path}?${queryOf(wishes, fullReport)}`,
		version: 'v1',
		body,
		timeoutSeconds,
		itemIndex,
	};
	return await sendOnce(context, itemIndex, {
		what: `this ${what} to be validated`,
		send: async () => await callForJson(context, call, ValidationAnswer),
	});
}

/** `infos` is repeated for each part, which n8n's own query writes in another way. */
function queryOf(wishes: IDataObject, fullReport: boolean): string {
	const query = new URLSearchParams({ infos: 'validation' });
	if (fullReport) for (const part of ['signer', 'format']) query.append('infos', part);
	for (const [name, wish] of Object.entries(omitEmpty(wishes))) query.append(name, String(wish));
	return query.toString();
}
