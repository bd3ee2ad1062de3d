import { spawnSync } from 'node:child_process';
import { pdfsig, VALID } from '../pdfsig.ts';
import { cmsVerify, type Workshop } from './openssl.ts';
import { signatureParts, signedParts } from './signedParts.ts';

export interface Opinion {
	judge: 'pdfsig' | 'openssl';
	isIntact: boolean;
}

/** What someone else says about the one signature of a file. */
export function opinionOn(workshop: Workshop, pdf: Buffer, original = pdf): Opinion {
	if (canPdfsigJudge(original)) {
		const { verdicts } = pdfsig(workshop.folder, pdf);
		const isIntact = verdicts.length > 0 && verdicts.every((verdict) => verdict === VALID);
		return { judge: 'pdfsig', isIntact };
	}
	const { cms, content } = signedParts(pdf);
	return { judge: 'openssl', isIntact: cmsVerify(workshop, cms, content) };
}

/**
 * Decided by what the signature is made of, before pdfsig has seen it:
 * - the curve is one that NSS, the library behind pdfsig, lists as its own (`certutil -G`);
 * - the digest is one that NSS lists as its own for such signatures (`cmsutil -S -H`);
 * - the signer is named by issuer and number: by the key alone, NSS looks into its own database, which is empty;
 * - RSA-PSS comes with signed attributes: without them NSS verifies a bare digest (VFY_VerifyDigestDirect),
 *   and the salt's length does not reach that.
 * Everything else is for openssl.
 */
function canPdfsigJudge(pdf: Buffer): boolean {
	const parts = signatureParts(signedParts(pdf).cms);
	if (parts.isNamedByKey || (parts.algorithm === RSA_PSS && !parts.hasAttributes)) return false;
	if (parts.curve !== undefined && !curvesOfNss().has(parts.curve)) return false;
	return digestsOfNss().has(parts.digest);
}

const RSA_PSS = '1.2.840.113549.1.1.10';

const CURVES: Record<string, string> = {
	nistp256: '1.2.840.10045.3.1.7',
	nistp384: '1.3.132.0.34',
	nistp521: '1.3.132.0.35',
};

const DIGESTS: Record<string, string> = {
	SHA1: '1.3.14.3.2.26',
	SHA224: '2.16.840.1.101.3.4.2.4',
	SHA256: '2.16.840.1.101.3.4.2.1',
	SHA384: '2.16.840.1.101.3.4.2.2',
	SHA512: '2.16.840.1.101.3.4.2.3',
};

/** Behind them it names those that only other people's tokens may have. */
const curvesOfNss = once(() => listedBy('certutil', ['-G', '--help'], /One of ([^.]*)\./, CURVES));
const digestsOfNss = once(() =>
	listedBy('cmsutil', ['-S', '-H', 'none'], /requires one of (.*)/, DIGESTS),
);

function listedBy(
	command: string,
	args: string[],
	list: RegExp,
	identifiers: Record<string, string>,
): Set<string> {
	const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
	const [, names] = list.exec(stdout + stderr) ?? [];
	if (names === undefined) throw new Error(`${command} no longer lists what it knows.`);
	return new Set(names.split(/,\s*/).flatMap((name) => identifiers[name.trim()] ?? []));
}

function once<Value>(make: () => Value): () => Value {
	let made: { value: Value } | undefined;
	return () => (made ??= { value: make() }).value;
}
