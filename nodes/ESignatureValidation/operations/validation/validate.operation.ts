import { z } from 'zod';

import { readSource } from '../../../shared/document/source';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { limitFor } from './form';
import { validateFields } from './validate.fields';
import { demandShape, reportShape, validateEndpoints, validateFile, Wish } from './validateFile';

const option: Operation['option'] = {
	name: 'Validate Document',
	value: 'validate',
	action: 'Validate document',
	description: 'Check whether the signatures of a PDF are valid and the document is unchanged',
};

const Parameters = z.object({
	...reportShape,
	options: z.object({
		...demandShape,
		rejectUndefinedChanges: Wish,
		rejectVisualDifferences: Wish,
	}),
});

async function execute(turn: Turn) {
	const { source, ...wanted } = turn.read(Parameters);
	const { pdf: file } = await readSource(turn, { source, limit: limitFor('document') });
	return await validateFile(turn, { what: 'document', file, ...wanted });
}

export const validate: Operation = {
	option,
	fields: validateFields,
	versions: ['v1'],
	endpoints: validateEndpoints('document'),
	done: 'validated',
	execute,
};
