import { webcrypto, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { Extension, GeneralName, GeneralNames } from 'pkijs';
import { AUTHORITY_LIFE } from './pdf/cms/authority.ts';
import { authorityExtensions } from './pdf/cms/extensions.ts';
import { issue } from './pdf/cms/issue.ts';
import { derOf } from './pdf/cms/x509.ts';

/** PEM; `ca` is what callers trust, where the sandbox made it. */
export interface Tls {
	key: string;
	cert: string;
	ca?: string;
}

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const DAY_MS = 86_400_000;

/** A certificate for these names under an authority of its own, unless the kept one still does. */
export async function ownTls(names: string[], kept: Tls | undefined): Promise<Tls> {
	if (kept && servesStill(kept, names)) return kept;
	const now = Date.now();
	const root = await issue({
		name: 'eSignature Sandbox HTTPS',
		life: AUTHORITY_LIFE,
		extensions: authorityExtensions(0),
	});
	const { certificate, privateKey } = await issue({
		name: names[0] ?? 'localhost',
		// Browsers take no certificate that is in force for longer.
		life: { from: new Date(now - DAY_MS), to: new Date(now + 390 * DAY_MS) },
		extensions: [alternativeNames(names), serverUse()],
		issuer: root,
	});
	const key = await webcrypto.subtle.exportKey('pkcs8', privateKey);
	return {
		key: pem('PRIVATE KEY', new Uint8Array(key)),
		cert: pem('CERTIFICATE', derOf(certificate)),
		ca: pem('CERTIFICATE', derOf(root.certificate)),
	};
}

function servesStill({ cert }: Tls, names: string[]): boolean {
	const certificate = new X509Certificate(cert);
	const hasName = (name: string) =>
		isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name);
	return certificate.validToDate.getTime() > Date.now() + DAY_MS && names.every(hasName);
}

function alternativeNames(names: string[]): Extension {
	const DNS_NAME = 2;
	const IP_ADDRESS = 7;
	const list = names.map((name) =>
		isIP(name)
			? new GeneralName({ type: IP_ADDRESS, value: new OctetString({ valueHex: bytesOf(name) }) })
			: new GeneralName({ type: DNS_NAME, value: name }),
	);
	const value = new GeneralNames({ names: list }).toSchema();
	return new Extension({ extnID: SUBJECT_ALTERNATIVE_NAME, extnValue: value.toBER(false) });
}

/** Only these two are certified by number; others are reached by a name. */
const bytesOf = (address: string) =>
	Uint8Array.from(
		address === '::1' ? [...Array<number>(15).fill(0), 1] : address.split('.').map(Number),
	).buffer;

function serverUse(): Extension {
	const value = new Sequence({ value: [new ObjectIdentifier({ value: SERVER_AUTHENTICATION })] });
	return new Extension({ extnID: EXTENDED_KEY_USAGE, extnValue: value.toBER(false) });
}

function pem(label: string, der: Uint8Array): string {
	const lines =
		Buffer.from(der)
			.toString('base64')
			.match(/.{1,64}/g) ?? [];
	return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
