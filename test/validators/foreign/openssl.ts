import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Keys and certificates that openssl made, in a folder that lives as long as the run. */
export interface Workshop {
	folder: string;
}

const KEYS: Record<string, string[]> = {
	rsa1024: ['RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
	rsa2048: ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
	rsa3072: ['RSA', '-pkeyopt', 'rsa_keygen_bits:3072'],
};

const keyArguments = (name: string) => {
	const curve = [`ec_paramgen_curve:${name}`, 'ec_param_enc:named_curve'];
	return KEYS[name] ?? ['EC', ...curve.flatMap((option) => ['-pkeyopt', option])];
};

export function openssl({ folder }: Workshop, args: string[], input?: Buffer): Buffer {
	const { status, stdout, stderr } = spawnSync('openssl', args, {
		cwd: folder,
		input,
		maxBuffer: 64 * 1024 * 1024,
	});
	if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr.toString()}`);
	return stdout;
}

export interface Holder {
	/** Names of files in the folder. */
	key: string;
	certificate: string;
}

const EXTENSIONS = `
[root]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
[holder]
basicConstraints=CA:FALSE
keyUsage=critical,digitalSignature,nonRepudiation
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
`;

/** A holder with a key of the kind, under the root or the intermediate authority of the same kind of key. */
export function holderOf(workshop: Workshop, kind: string, issuer?: Holder): Holder {
	const name = issuer ? `${kind}-by-${path.parse(issuer.certificate).name}` : kind;
	return make(workshop, name, kind, { subject: `/C=DE/O=Elsewhere/CN=Holder ${name}`, issuer });
}

export function authorityOf(workshop: Workshop, kind: string, issuer?: Holder): Holder {
	const name = issuer ? `${kind}-sub` : `${kind}-root`;
	const subject = `/C=DE/O=Elsewhere/CN=Authority ${name}`;
	return make(workshop, name, kind, { subject, issuer, isAuthority: true });
}

function make(
	workshop: Workshop,
	name: string,
	kind: string,
	{ subject, issuer, isAuthority }: { subject: string; issuer?: Holder; isAuthority?: boolean },
): Holder {
	const holder = { key: `${name}.key`, certificate: `${name}.crt` };
	const at = (file: string) => path.join(workshop.folder, file);
	if (existsSync(at(holder.certificate))) return holder;
	if (!existsSync(at('extensions.cnf'))) writeFileSync(at('extensions.cnf'), EXTENSIONS);
	openssl(workshop, ['genpkey', '-out', holder.key, '-algorithm', ...keyArguments(kind)]);
	openssl(workshop, ['req', '-new', '-key', holder.key, '-subj', subject, '-out', `${name}.csr`]);
	openssl(workshop, [
		...['x509', '-req', '-in', `${name}.csr`, '-days', '3650', '-out', holder.certificate],
		...['-extfile', 'extensions.cnf', '-extensions', isAuthority ? 'root' : 'holder'],
		...(issuer
			? ['-CA', issuer.certificate, '-CAkey', issuer.key, '-CAcreateserial']
			: ['-signkey', holder.key]),
	]);
	return holder;
}

/** Signs as `openssl cms -sign` does, with more arguments. */
export function cmsSign(
	workshop: Workshop,
	holders: Holder[],
	more: string[],
	content: Buffer,
): Buffer {
	const signers = holders.flatMap((one) => ['-signer', one.certificate, '-inkey', one.key]);
	const args = ['cms', '-sign', '-binary', '-outform', 'DER', ...signers, ...more];
	return openssl(workshop, args, content);
}

/** Whether openssl finds the signature made with the key of its certificate, regardless of the issuer. */
export function cmsVerify(
	{ folder }: Workshop,
	cms: Buffer,
	content: Buffer,
	more: string[] = [],
): boolean {
	writeFileSync(path.join(folder, 'content.bin'), content);
	const files = ['-inform', 'DER', '-content', 'content.bin'];
	const args = ['cms', '-verify', '-noverify', '-binary', ...files];
	const out = ['-out', path.join(folder, 'out.bin')];
	return spawnSync('openssl', [...args, ...more, ...out], { cwd: folder, input: cms }).status === 0;
}

/** The holder in one file, as most programs take it. */
export function pkcs12(workshop: Workshop, { key, certificate }: Holder): Buffer {
	// Node-forge, which others sign with, reads the older algorithms only.
	const legacy = ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
	const names = ['-name', 'holder', '-passout', 'pass:secret'];
	const files = ['-in', certificate, '-inkey', key];
	return openssl(workshop, ['pkcs12', '-export', ...files, ...names, ...legacy]);
}
