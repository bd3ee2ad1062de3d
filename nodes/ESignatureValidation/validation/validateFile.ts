import { isToolType } from 'n8n-workflow';
import type { IDataObject, INodeTypeDescription, NodeOperationError } from 'n8n-workflow';
import type { z } from 'zod/v3';

import { fileFault, fromBase64, pdfFromBinary } from '../../shared/documents/document';
import { limitOf, multipartOf } from '../../shared/documents/pdf';
import type { Pdf, SizeLimit } from '../../shared/documents/pdf';
import { base64SourceField, binarySourceField } from '../../shared/documents/source';
import { readGivenFile } from '../../shared/prepare/anyFile';
import { callTo } from '../../shared/client/call';
import type { Call, Endpoint } from '../../shared/client/call';
import { shortened } from '../../shared/client/foreignText';
import { callForJson } from '../../shared/client/callService';
import { omitEmpty } from '../../shared/network/json';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { ItemContext } from '../../shared/execution/operation';
import { validationRefusals } from '../../shared/client/problemTable';
import {
	formatEndpoint,
	infoEndpoint,
	readFormat,
	readInfo,
	readSigners,
	signersEndpoint,
	ValidationAnswer,
} from './result';
import { judge } from './verdict';
import type { Judgement } from './verdict';

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
type Validatable = keyof typeof files;

export function limitFor(what: Validatable): SizeLimit {
	return limitOf(files[what]);
}

/** The file of the form, checked before any call. */
export async function readFileToValidate(
	item: ItemContext,
	{ source, what }: { source: 'binary' | 'base64' | 'given'; what: Validatable },
): Promise<Pdf> {
	const allowed = { kind: files[what].kind, limit: limitFor(what) };
	if (source === 'base64') return fromBase64(item, item.read([base64SourceField]).content, allowed);
	if (source === 'given') return await readGivenFile(item, allowed);
	const { binaryPropertyName } = item.read([binarySourceField]);
	return await pdfFromBinary(item, binaryPropertyName, allowed);
}

interface Validation {
	what: Validatable;
	file: Pdf;
	fullReport: boolean;
	secondOutput: boolean;
	options: IDataObject & { timeoutSeconds?: number };
	/** Adapts the explanation of a verdict if its meaning differs from that for a document. */
	explain?: (judgement: Judgement) => Judgement;
}

/** The call itself, and those that read what an older service leaves out of its answer. */
export function validateEndpoints(what: Validatable): [Endpoint, ...Endpoint[]] {
	const validate: Endpoint = {
		interface: 'validation',
		method: 'POST',
		path: `/validate/${what}`,
		changesNothing: true,
		howToCheck: `It may have validated the ${what} anyway, so it was not sent again automatically. Running it again changes nothing, but may use credits twice.`,
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
			throw unreadableResult(item, { ...validation, id: answer.id, error });
		},
	);
	const { explain = (judgement) => judgement } = validation;
	const judgement = explain(judge(info, answer));
	showVerdict(item, judgement);
	const isForSecondOutput = validation.secondOutput && judgement.verdict !== 'passed';
	return {
		// What comes next usually files the document or sends it back, so the item keeps its files.
		binary: item.context.getInputData()[item.itemIndex]?.binary,
		json: { ...answer, validation: info, ...report, ...judgement },
		output: isForSecondOutput && !isToolType(item.context.getNode().type) ? 1 : 0,
	};
}

/** n8n works it out again whenever a parameter changes. */
export const outputs: INodeTypeDescription['outputs'] = `={{
	["validate", "validateSignature"].includes($parameter["operation"]) && $parameter["secondOutput"] === true
		? [{ type: "main", displayName: "Passed" }, { type: "main", displayName: "Did Not Pass" }]
		: [{ type: "main" }]
}}`;

/**
 * The first output is called Passed, so that what could not be validated leaves by the second. Except for n8n's error
 * output: n8n moves it there automatically, and looks at the first output alone to know whether to try again.
 */
export function failureOutput({ context, itemIndex }: ItemContext): number {
	const { onError, type } = context.getNode();
	const isOnlyOutput = onError === 'continueErrorOutput' || isToolType(type);
	const hasSecond = context.getNodeParameter('secondOutput', itemIndex, false) === true;
	return hasSecond && !isOnlyOutput ? 1 : 0;
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
		message: `The ${what} was validated as ${shortened(id)}, but its result could not be read`,
		description: `Read it with Get Result Info and this ID within ten minutes instead of validating again, which may use credits twice. Why: ${(error as Error).message}.`,
	});
}

/** Above the output, where there is one: with many items, the list itself shows their verdicts. */
function showVerdict({ context }: ItemContext, { verdict, explanation }: Judgement): void {
	if (context.getInputData().length !== 1) return;
	context.addExecutionHints({
		message: `Verdict: ${verdict}. ${explanation}`,
		type: verdict === 'passed' ? 'info' : 'warning',
		location: 'outputPane',
	});
}

async function send(
	{ context, itemIndex }: ItemContext,
	{ what, file, fullReport, options: { timeoutSeconds, ...conditions } }: Validation,
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
