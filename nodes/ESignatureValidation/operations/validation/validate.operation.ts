import { isToolType } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { readSource } from '../../../shared/document/source';
import type { Call } from '../../../shared/http/call';
import { callForJson } from '../../../shared/http/transport';
import { given } from '../../../shared/operation/given';
import { sendOnce } from '../../../shared/operation/once';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { Count, Flag } from '../../../shared/operation/scalars.schema';
import { ValidationAnswer } from '../validation.schema';
import { formWith, validationLimit } from './form';
import { readFormat, readInfo, readSigners } from './result';
import { validateFields } from './validate.fields';
import { judge } from './verdict';

const option: Operation['option'] = {
	name: 'Validate Document',
	value: 'validate',
	action: 'Validate the signatures of a document',
	description: 'Check whether the signatures of a PDF are valid and the document is unchanged',
};

/** Left out where nobody decided. */
const Wish = z.preprocess(
	(value) => (value === 'true' ? true : value === 'false' ? false : value),
	z.boolean({ invalid_type_error: 'must be true or false' }).optional(),
);
const oneOf = <T extends [string, ...string[]]>(...values: T) =>
	z.enum(values, { errorMap: () => ({ message: `must be one of ${values.join(', ')}` }) });

const Parameters = z.object({
	source: z.enum(['binary', 'base64']),
	fullReport: Flag,
	secondOutput: Flag,
	options: z.object({
		quality: oneOf('SES', 'AES', 'QES').optional(),
		legislation: oneOf('WORLD', 'CH', 'EU', 'CH_EU').optional(),
		longTermValidation: Wish,
		rejectUndefinedChanges: Wish,
		rejectVisualDifferences: Wish,
		timeoutSeconds: Count.optional(),
	}),
});
type Parameters = z.output<typeof Parameters>;

async function execute(turn: Turn) {
	const parameters = turn.read(Parameters);
	const { additionalInfos, ...answer } = await send(turn, parameters);

	// An older service may leave out what it was asked for: then it is read by itself.
	const validation = additionalInfos?.validation ?? (await readInfo(turn, answer.id));
	const report = parameters.fullReport && {
		signers: additionalInfos?.signer ?? (await readSigners(turn, answer.id)),
		format: additionalInfos?.format ?? (await readFormat(turn, answer.id)),
	};
	const judgement = judge({ ...answer, ...validation });
	const leavesBySecond = parameters.secondOutput && judgement.verdict !== 'passed';
	return {
		// What comes next usually files the document or sends it back, so the item keeps its files.
		binary: turn.context.getInputData()[turn.itemIndex]?.binary,
		json: { ...answer, validation, ...report, ...judgement },
		output: leavesBySecond && !isToolType(turn.context.getNode().type) ? 1 : 0,
	};
}

async function send(turn: Turn, { source, fullReport, options }: Parameters) {
	const { context, itemIndex } = turn;
	const { pdf } = await readSource(turn, { source, limit: validationLimit });
	const body = await formWith(pdf);
	const { timeoutSeconds, ...wishes } = options;
	const call: Call = {
		interface: 'validation',
		version: 'v1',
		method: 'POST',
		path: `/validate/document?${queryOf(wishes, fullReport)}`,
		purpose: 'useValidation',
		ifUnanswered:
			'It may have validated the document all the same, so it was not sent again by itself. Run again: that changes nothing, it only may use credits twice.',
		body,
		timeoutSeconds,
		itemIndex,
	};
	return await sendOnce(context, itemIndex, {
		what: 'this document to be validated',
		send: async () => await callForJson(context, call, ValidationAnswer),
	});
}

/** `infos` is repeated for each part, which n8n's own query writes in another way. */
function queryOf(wishes: IDataObject, fullReport: boolean): string {
	const query = new URLSearchParams({ infos: 'validation' });
	if (fullReport) for (const part of ['signer', 'format']) query.append('infos', part);
	for (const [name, wish] of Object.entries(given(wishes))) query.append(name, String(wish));
	return query.toString();
}

export const validate: Operation = { option, fields: validateFields, versions: ['v1'], execute };
