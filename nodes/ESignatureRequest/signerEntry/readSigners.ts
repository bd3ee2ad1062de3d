import { z } from 'zod/v3';

import type { Rules } from '../../shared/account/dialect';
import { findSigner } from './findSigner';
import type { SignatureRequest } from '../../shared/requests/signatureRequest.schema';
import type { ItemContext } from '../../shared/execution/operation';
import { oneOf } from '../../shared/form/readers';
import { signerSchema } from './signer.schema';
import type { ListedSigner, Signer } from './signer.schema';
import {
	documentFault,
	languageFault,
	mobileNumberFault,
	signerNames,
	signersFromForm,
	signersFromJson,
	signingOrderField,
} from './signers.schema';
import type { Entries } from './signers.schema';

/** The signers that were typed, and the field that they came from. */
export interface SignerList<S extends ListedSigner = ListedSigner> {
	field?: 'signers' | 'signersJson';
	signers: S[];
}

/** Whether tags in the document name the signers, which only a new request takes over. */
export function areInTags(item: ItemContext): boolean {
	return (
		item.readAs(['signerInput'], z.object({ signerInput: z.unknown() })).signerInput === 'tags'
	);
}

const SignerInput = z.object({ signerInput: oneOf('list', 'json', 'none') });

/** Who may be listed, `newSigners` and `listedSigners` say. */
export function readSigners<S extends ListedSigner>(
	item: ItemContext,
	entries: Entries<S>,
): SignerList<S> {
	const { signerInput } = item.readAs(['signerInput'], SignerInput);
	switch (signerInput) {
		case 'none':
			return { signers: [] };
		case 'json': {
			const schema = z.object({ signersJson: signersFromJson(entries) });
			const { signersJson } = item.readAs(['signersJson'], schema);
			return { field: 'signersJson', signers: signersJson as S[] };
		}
		case 'list': {
			const { signingOrder } = item.read([signingOrderField]);
			const schema = z.object({ signers: signersFromForm(entries, signingOrder) });
			const { signers } = item.readAs(['signers'], schema);
			return { field: 'signers', signers: signers as S[] };
		}
	}
}

/** One signer, from the fields of the form. */
export function readSigner(item: ItemContext): Signer {
	return item.readAs(signerNames(item.version), signerSchema(item.version));
}

/** Signers may name documents by number, and a language: both are held against what is known later. */
export function requireFitting(
	item: ItemContext,
	{ field, signers }: SignerList,
	{ documentCount, rules, quality }: { documentCount: number; rules: Rules; quality?: unknown },
): void {
	for (const [index, signer] of signers.entries()) {
		const fault =
			documentFault(signer, documentCount) ??
			languageFault(signer, rules) ??
			mobileNumberFault(signer, quality);
		if (!fault) continue;
		const entry = field === undefined ? [] : [field, index];
		throw item.fault({ ...fault, path: [...entry, ...fault.path] });
	}
}

/** One who signs twice, and is listed twice by the address, would lose one of the two signatures. */
export function requireDistinct(
	item: ItemContext,
	{ field, signers }: SignerList,
	request: SignatureRequest,
): void {
	const listed = signers.map((one) =>
		one.kind === 'existing' ? findSigner(item, request, one.sid) : undefined,
	);
	const index = listed.findIndex((one, at) => one && listed.indexOf(one) < at);
	if (index < 0) return;
	throw item.fault({
		path: [...(field === undefined ? [] : [field, index]), 'sid'],
		message: 'is listed twice\nIf someone signs twice, list both signatures by their sid.',
	});
}
