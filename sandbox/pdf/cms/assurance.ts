import type { Certificate } from 'pkijs';
import { entriesOf } from './distinguishedName.ts';
import { OID } from './objectIdentifiers.ts';

/** What the holder was identified for; stands in the certificate, so that it can be validated. */
export interface Assurance {
	quality: string;
	legislation?: string;
}

/** What the sandbox wrote into a certificate that it issued. */
export function assuranceIn({ subject }: Certificate): Assurance | undefined {
	const [quality, legislation] = entriesOf(subject, OID.organizationalUnit);
	return quality === undefined ? undefined : { quality, legislation };
}
