import type { ItemContext, Operation } from '../../shared/execution/operation';
import { validateSignatureFields } from './validate.fields';
import { validateEndpoints } from '../../shared/validation/validateOnce';
import { readFileToValidate, failureOutput, validateFile } from './validateFile';
import type { Judgement } from '../../shared/validation/verdict';

const option: Operation['option'] = {
	name: 'Validate Signature',
	value: 'validateSignature',
	action: 'Validate signature file',
	description:
		"Check a signature file, such as a .p7s. Doesn't compare it with the signed document.",
};

const forAgents = 'Validate a signature in a separate file (CMS, CAdES)';

async function execute(item: ItemContext) {
	const { source, ...choices } = item.read(validateSignatureFields);
	const file = await readFileToValidate(item, { source, what: 'signature' });
	return await validateFile(item, { what: 'signature', file, ...choices, explain });
}

/** The call takes the signature alone, so nothing can be said about a file beside it (interface.md 4.6). */
function explain(judgement: Judgement): Judgement {
	if (judgement.verdict !== 'passed') return judgement;
	return {
		...judgement,
		explanation:
			'All signatures are valid. They may belong to any file, unless the signature file contains it.',
	};
}

export const operation: Operation = {
	option,
	forAgents,
	fields: validateSignatureFields,
	versions: ['v1'],
	endpoints: validateEndpoints('signature'),
	done: 'validated',
	execute,
	failureOutput,
};
