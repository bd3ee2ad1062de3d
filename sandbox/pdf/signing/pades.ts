import { fromBER } from 'asn1js';
import type { Pieces } from '../cms/algorithms.ts';
import type { SigningIdentity } from '../cms/certificate.ts';
import { OID } from '../cms/objectIdentifiers.ts';
import { attribute, signContent } from './signCms.ts';
import { timeStamp } from './timeStamp.ts';

/** PAdES B-T (ETSI EN 319 142-1): no signing time, but that of a time-stamp authority. */
export async function signPades(
	content: Pieces,
	identity: SigningIdentity,
	at: Date,
): Promise<Uint8Array> {
	return await signContent({
		holder: identity,
		content,
		addition: async (signature) => {
			const token = await timeStamp([signature], identity.timeStamping, at);
			return attribute(OID.signatureTimeStamp, fromBER(token).result);
		},
	});
}
