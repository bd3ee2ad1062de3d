import { fromBase64, validatedFromBinary } from '../../../shared/document/document';
import type { Pdf } from '../../../shared/document/pdf';
import { FromBinary, FromText } from '../../../shared/document/source';
import type { ItemContext } from '../../../shared/operation/operation';
import { limitFor } from './form';
import type { Validated } from './form';

const kinds = { document: 'signed', signature: 'signature' } as const;

/** The file of the form, checked before any call. */
export async function readValidated(
	item: ItemContext,
	{ source, what }: { source: 'binary' | 'base64'; what: Validated },
): Promise<Pdf> {
	const how = { kind: kinds[what], limit: limitFor(what) };
	return source === 'binary'
		? await validatedFromBinary(item, item.read(FromBinary).binaryPropertyName, how)
		: fromBase64(item, item.read(FromText).content, how);
}
