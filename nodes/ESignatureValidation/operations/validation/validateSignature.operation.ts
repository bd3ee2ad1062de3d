import { z } from 'zod/v3';

import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { readValidated } from './readValidated';
import { validateSignatureFields } from './validate.fields';
import {
	demandShape,
	failureOutput,
	reportShape,
	validateEndpoints,
	validateFile,
} from './validateFile';
import type { Judgement } from './verdict';

const option: Operation['option'] = {
	name: 'Validate Signature',
	value: 'validateSignature',
	action: 'Validate signature file',
	description: 'Check a signature file such as a .p7s; what it was made for is not looked at',
};

const forAgents = 'Validate a signature that stands in a file of its own (CMS, CAdES)';

const Parameters = z.object({ ...reportShape, options: z.object(demandShape) });

async function execute(item: ItemContext) {
	const { source, ...wanted } = item.read(Parameters);
	const file = await readValidated(item, { source, what: 'signature' });
	return await validateFile(item, { what: 'signature', file, ...wanted, explained });
}

/** The call takes the signature alone, so nothing can be said about a file beside it (interface.md 4.6). */
function explained(judgement: Judgement): Judgement {
	if (judgement.verdict !== 'passed') return judgement;
	return {
		...judgement,
		explanation:
			'All signatures are valid. Where the signed file is not inside (a detached signature), this does not say which file they belong to.',
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
