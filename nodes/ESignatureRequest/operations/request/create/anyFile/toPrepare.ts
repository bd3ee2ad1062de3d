import { z } from 'zod/v3';

import { requireDialect } from '../../../../../shared/operation/dialects';
import { unlessEmpty } from '../../../../../shared/operation/form.schema';
import type { SchemaFor } from '../../../../../shared/operation/form.schema';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { Email, Flag, oneOf, RequiredText } from '../../../../../shared/operation/scalars.schema';
import { anySources, readAnyFile } from '../../../../../shared/tooling/anyFile';
import type { AnyFile } from '../../../../../shared/tooling/anyFile';
import {
	changeShape,
	patienceOf,
	patienceShape,
	switchesOf,
} from '../../../../../shared/tooling/prepare.fields';
import type { StepLimits, Switches } from '../../../../../shared/tooling/steps';
import { anyFileOption } from './anyFile.fields';

/** A file that has to become a PDF, and all that the form says about it. */
export interface ToPrepare {
	file: AnyFile;
	switches: Switches;
	patience: StepLimits;
	/** Where the tags name the signers. */
	signerEmails: SignerEmail[];
}

export interface SignerEmail {
	/** As the tag says it. */
	name: string;
	email: string;
}

const Form = z.object({
	fileSource: oneOf(...anySources),
	...changeShape,
	options: z.object({ force: Flag, ...patienceShape }),
});

const row = z.object({ name: RequiredText, email: Email });
const SignerEmails = z
	.object(
		{ signer: z.array(z.record(z.unknown())).nullish() },
		{ errorMap: unlessEmpty('must be a list of signers') },
	)
	.transform(({ signer }) => signer ?? [])
	.pipe(z.array(row as SchemaFor<SignerEmail>))
	.superRefine((rows, refinement) => {
		const at = rows.findIndex(({ name }, index) =>
			rows.slice(0, index).some((earlier) => isSameName(earlier.name, name)),
		);
		if (at === -1) return;
		const message = 'is listed twice; remove one of the two entries';
		refinement.addIssue({ code: 'custom', path: [at, 'name'], message });
	});

/** Upper and lower case and the number of spaces do not matter. */
export function isSameName(one: string, other: string): boolean {
	const [first, second] = [one, other].map((name) =>
		name.trim().replace(/\s+/g, ' ').toLowerCase(),
	);
	return first === second;
}

/** The form, held against the local rules; nothing is sent to the service yet. */
export async function readToPrepare(
	item: ItemContext,
	{ fromTags }: { fromTags: boolean },
): Promise<ToPrepare> {
	const { context, itemIndex } = item;
	const what = anyFileOption.name;
	await requireDialect(context, { itemIndex, what, dialects: ['public'] });
	const { fileSource, options, ...changes } = item.read(Form);
	const { signerEmails } = fromTags
		? item.read(z.object({ signerEmails: SignerEmails }))
		: { signerEmails: [] };
	const { force } = options;
	return {
		file: await readAnyFile(item, fileSource),
		switches: switchesOf(changes, { findSigners: fromTags, force }),
		patience: patienceOf(options),
		signerEmails,
	};
}
