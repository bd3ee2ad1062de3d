import { OctetString, Sequence, type BaseBlock } from 'asn1js';
import { AlgorithmIdentifier, type SignerInfo } from 'pkijs';
import { digestNamed, digestOf } from '../../../pdf/cms/algorithms.ts';
import { OID } from '../../../pdf/cms/objectIdentifiers.ts';
import type { X509 } from '../../../pdf/cms/x509.ts';
import { attributeIn } from './attributes.ts';
import { equal } from './cmsStructure.ts';

/**
 * A certificate exchanged for another one with the same key is found by its hash, which stands among the
 * signed attributes (RFC 5035; version 1 is fixed to SHA-1). Without one, it is unknown.
 */
export function namesCertificate({ signedAttrs }: SignerInfo, { raw }: X509): boolean {
	const first = attributeIn(signedAttrs, OID.signingCertificate);
	const second = attributeIn(signedAttrs, OID.signingCertificateV2);
	return (
		(first === undefined || isHashOf(raw, firstIdentifier(first), 'sha1')) &&
		(second === undefined || isHashOf(raw, firstIdentifier(second), 'sha256'))
	);
}

/** Both versions list identifiers, and the first one is the signer's. */
function firstIdentifier(value: BaseBlock): BaseBlock[] {
	return membersOf(membersOf(membersOf(value)[0])[0]);
}

function isHashOf(raw: Uint8Array, members: BaseBlock[], usualDigest: string): boolean {
	const [first] = members;
	const digest =
		first instanceof Sequence
			? digestNamed(new AlgorithmIdentifier({ schema: first }).algorithmId)
			: usualDigest;
	const hash = first instanceof OctetString ? first : members[1];
	return (
		hash instanceof OctetString && equal(hash.valueBlock.valueHexView, digestOf(digest, [raw]))
	);
}

const membersOf = (block: BaseBlock | undefined) =>
	block instanceof Sequence ? block.valueBlock.value : [];
