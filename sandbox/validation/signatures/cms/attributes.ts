import type { BaseBlock } from 'asn1js';
import type { SignedAndUnsignedAttributes } from 'pkijs';
import { demand } from './cmsStructure.ts';

/** The one value of an attribute; one that is there twice could be read in two ways. */
export function attributeIn(
	attributes: SignedAndUnsignedAttributes | undefined,
	type: string,
): BaseBlock | undefined {
	const found = attributes?.attributes.filter((item) => item.type === type) ?? [];
	if (found.length === 0) return undefined;
	const values = found.flatMap((item) => item.values as BaseBlock[]);
	demand(values.length === 1);
	return values[0];
}
