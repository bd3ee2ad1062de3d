import { isToolType } from 'n8n-workflow';
import type { INodeTypeDescription } from 'n8n-workflow';

import { fromBase64, pdfFromBinary } from '../../shared/documents/document';
import type { Pdf } from '../../shared/documents/pdf';
import { base64SourceField, binarySourceField } from '../../shared/documents/source';
import { readGivenFile } from '../../shared/prepare/anyFile';
import type { ItemContext } from '../../shared/execution/operation';
import { acceptedFile, validateOnce } from '../../shared/validation/validateOnce';
import type { Validatable, Validation } from '../../shared/validation/validateOnce';
import { judge } from '../../shared/validation/verdict';
import type { Judgement } from '../../shared/validation/verdict';

/** The file of the form, checked before any call. */
export async function readFileToValidate(
	item: ItemContext,
	{ source, what }: { source: 'binary' | 'base64' | 'given'; what: Validatable },
): Promise<Pdf> {
	const allowed = acceptedFile(what);
	if (source === 'base64') return fromBase64(item, item.read([base64SourceField]).content, allowed);
	if (source === 'given') return await readGivenFile(item, allowed);
	const { binaryPropertyName } = item.read([binarySourceField]);
	return await pdfFromBinary(item, binaryPropertyName, allowed);
}

interface FileValidation extends Validation {
	secondOutput: boolean;
	/** Adapts the explanation of a verdict if its meaning differs from that for a document. */
	explain?: (judgement: Judgement) => Judgement;
}

export async function validateFile(item: ItemContext, validation: FileValidation) {
	const { answer, info, report } = await validateOnce(item, validation);
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

/** Above the output, where there is one: with many items, the list itself shows their verdicts. */
function showVerdict({ context }: ItemContext, { verdict, explanation }: Judgement): void {
	if (context.getInputData().length !== 1) return;
	context.addExecutionHints({
		message: `Verdict: ${verdict}. ${explanation}`,
		type: verdict === 'passed' ? 'info' : 'warning',
		location: 'outputPane',
	});
}
