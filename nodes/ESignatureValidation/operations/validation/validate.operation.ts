import { z } from 'zod/v3';

import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { readValidated } from './readValidated';
import { validateFields } from './validate.fields';
import {
	demandShape,
	failureOutput,
	reportShape,
	validateEndpoints,
	validateFile,
	Wish,
} from './validateFile';

const option: Operation['option'] = {
	name: 'Validate Document',
	value: 'validate',
	action: 'Validate document',
	description:
		'Check whether the signatures of a PDF or XML file are valid and the document is unchanged',
};

const Parameters = z.object({
	...reportShape,
	options: z.object({
		...demandShape,
		rejectUndefinedChanges: Wish,
		rejectVisualDifferences: Wish,
	}),
});

async function execute(item: ItemContext) {
	const { source, ...wanted } = item.read(Parameters);
	const file = await readValidated(item, { source, what: 'document' });
	return await validateFile(item, { what: 'document', file, ...wanted });
}

export const operation: Operation = {
	option,
	fields: validateFields,
	versions: ['v1'],
	endpoints: validateEndpoints('document'),
	done: 'validated',
	execute,
	failureOutput,
};
