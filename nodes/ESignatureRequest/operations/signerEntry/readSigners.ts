import { z } from 'zod/v3';

import type { Rules } from '../../../shared/account/dialect';
import type { ApiVersion } from '../../../shared/http/call';
import type { ItemContext } from '../../../shared/operation/operation';
import { oneOf } from '../../../shared/operation/scalars.schema';
import { signerSchema } from './signer.schema';
import type { Signer } from './signer.schema';
import {
	documentFault,
	languageFault,
	signerNames,
	signersFromForm,
	signersFromJson,
	SigningOrder,
} from './signers.schema';
import type { Entries, ListedSigner } from './signers.schema';

const SignerInput = z.object({ signerInput: oneOf('list', 'json', 'none') });

/** The signers that were typed, and the field that they came from. */
export interface SignerList<S extends ListedSigner = ListedSigner> {
	field?: 'signers' | 'signersJson';
	signers: S[];
}

/** Whether tags in the document name the signers, which only a new request takes over. */
export function areInTags(item: ItemContext): boolean {
	return item.read(z.object({ signerInput: z.unknown() })).signerInput === 'tags';
}

/** Who may be listed, `newSigners` and `listedSigners` say. */
export function readSigners<S extends ListedSigner>(
	item: ItemContext,
	entries: Entries<S>,
): SignerList<S> {
	switch (item.read(SignerInput).signerInput) {
		case 'none':
			return { signers: [] };
		case 'json': {
			const { signersJson } = item.read(z.object({ signersJson: signersFromJson(entries) }));
			return { field: 'signersJson', signers: signersJson as S[] };
		}
		case 'list': {
			const { signingOrder } = item.read(z.object({ signingOrder: SigningOrder }));
			const { signers } = item.read(z.object({ signers: signersFromForm(entries, signingOrder) }));
			return { field: 'signers', signers: signers as S[] };
		}
	}
}

/** One signer, from the fields of the form. */
export function readSigner(item: ItemContext, version: ApiVersion): Signer {
	return item.readFields(signerNames[version], signerSchema(version));
}

/** Signers may name documents by number, and a language: both are held against what is known later. */
export function requireFitting(
	item: ItemContext,
	{ field, signers }: SignerList,
	{ documentCount, rules }: { documentCount: number; rules: Rules },
): void {
	for (const [index, signer] of signers.entries()) {
		const fault = documentFault(signer, documentCount) ?? languageFault(signer, rules);
		if (!fault) continue;
		const entry = field === undefined ? [] : [field, index];
		throw item.fault({ ...fault, path: [...entry, ...fault.path] });
	}
}
