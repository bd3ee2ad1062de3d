import type { Rules } from '../../shared/account/dialect';
import type { ApiVersion } from '../../shared/client/call';
import type { ItemContext } from '../../shared/execution/operation';
import { cornerFault, positionFault, readPages } from '../../shared/positions/pages';
import type { Pages } from '../../shared/positions/pages';
import { imageFromBinary } from '../../shared/positions/visualSignature.body';
import type { SignerList } from './readSigners';
import type { ListedSigner } from './signer.schema';

/** The same list, with the files that it names. */
export async function withImages<S extends ListedSigner>(
	item: ItemContext,
	list: SignerList<S>,
	rules: Rules,
): Promise<SignerList<S>> {
	const signers: S[] = [];
	for (const signer of list.signers) signers.push(await withImage(item, signer, rules));
	return { ...list, signers };
}

export async function withImage<S extends ListedSigner>(
	item: ItemContext,
	signer: S,
	rules: Rules,
): Promise<S> {
	const field = 'image' in signer ? signer.image : undefined;
	if (!field) return signer;
	return { ...signer, loadedImage: await imageFromBinary(item, field, rules) };
}

/** Whether the size of the pages has to be known before a signature can go there. */
export function needsPageSizes({ signers }: SignerList): boolean {
	return signers.some((signer) => 'placement' in signer && signer.placement === 'corner');
}

/** Whether the documents have to be known: in v3 a new signer signs those that are listed, and a corner lies in one. */
export function needsDocuments(list: SignerList, version: ApiVersion): boolean {
	const hasNew = list.signers.some(({ kind }) => kind !== 'existing');
	return needsPageSizes(list) || (version === 'v3' && hasNew);
}

/** Of documents that are in the service already; undefined where they are not needed. */
export async function pagesFor(
	item: ItemContext,
	list: SignerList,
	{ documentIds, version }: { documentIds: string[]; version: ApiVersion },
): Promise<Pages[] | undefined> {
	if (!needsPageSizes(list)) return undefined;
	const pages: Pages[] = [];
	for (const id of documentIds) pages.push(await readPages(item, id, version));
	requireCorners(item, list, pages);
	return pages;
}

/** A signature may lie on a page that a document does not have, or be too large for it. */
export function requireCorners(
	item: ItemContext,
	{ field, signers }: SignerList,
	pages: Pages[],
): void {
	for (const [index, signer] of signers.entries()) {
		const faults = pages.map((ofDocument, at) => pageFault(signer, ofDocument, at + 1));
		const fault = faults.find((one) => one !== undefined);
		if (!fault) continue;
		const entry = field === undefined ? [] : [field, index];
		throw item.fault({ ...fault, path: [...entry, ...fault.path] });
	}
}

function pageFault(signer: ListedSigner, ofDocument: Pages, documentNumber: number) {
	if (
		signer.kind === 'existing' ||
		!(signer.documents ?? [documentNumber]).includes(documentNumber)
	)
		return undefined;
	switch (signer.placement) {
		case 'corner': {
			const isHere = (signer.cornerDocument ?? documentNumber) === documentNumber;
			return isHere ? cornerFault(signer, ofDocument) : undefined;
		}
		case 'position':
			return positionFault(signer.positions, ofDocument, documentNumber);
		default:
			return undefined;
	}
}
