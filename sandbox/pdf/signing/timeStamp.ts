import { Integer, Null, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TSTInfo } from 'pkijs';
import { digestOf, type Pieces } from '../cms/algorithms.ts';
import { serialNumber, type KeyHolder } from '../cms/issue.ts';
import { OID } from '../cms/objectIdentifiers.ts';
import { signContent } from './signCms.ts';

/** Best practice for time stamps (ETSI EN 319 421). */
const POLICY = '0.4.0.2023.1.1';

/** A token that says that the content existed (RFC 3161). */
export async function timeStamp(content: Pieces, holder: KeyHolder, at: Date): Promise<Uint8Array> {
	const info = new TSTInfo({
		version: 1,
		policy: POLICY,
		messageImprint: new MessageImprint({
			hashAlgorithm: new AlgorithmIdentifier({
				algorithmId: OID.sha256,
				algorithmParams: new Null(),
			}),
			hashedMessage: new OctetString({
				valueHex: Uint8Array.from(digestOf('sha256', content)).buffer,
			}),
		}),
		serialNumber: new Integer({ valueHex: serialNumber().buffer }),
		// Whole seconds: parts of them are allowed, but not everyone reads them.
		genTime: new Date(Math.floor(at.getTime() / 1000) * 1000),
	});
	const bytes = new Uint8Array(info.toSchema().toBER());
	return await signContent({
		holder,
		content: [bytes],
		enclosed: { type: OID.timeStampInfo, bytes },
	});
}
