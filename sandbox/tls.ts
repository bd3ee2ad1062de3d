import { webcrypto, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
	Certificate,
	Extension,
	GeneralName,
	GeneralNames,
	GeneralSubtree,
	NameConstraints,
} from 'pkijs';
import { AUTHORITY_LIFE } from './pdf/cms/authority.ts';
import { authorityExtensions } from './pdf/cms/extensions.ts';
import { issue, type KeyHolder } from './pdf/cms/issue.ts';
import { derOf } from './pdf/cms/x509.ts';

/** PEM; `ca` is what callers trust, where the sandbox made it. */
export interface Tls {
	key: string;
	cert: string;
	ca?: string;
}

const OWN_NAMES = ['localhost', '127.0.0.1', '::1'];

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const NAME_CONSTRAINTS = '2.5.29.30';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const DAY_MS = 86_400_000;

/** A certificate for these names under an authority of its own, unless the kept one still does. */
export async function ownTls(more: string[], kept: Tls | undefined): Promise<Tls> {
	const names = [...new Set([...OWN_NAMES, ...more.map(withoutBrackets)])];
	if (kept && servesStill(kept, names)) return kept;
	const root = await tlsAuthority(names);
	const { certificate, privateKey } = await serverCertificate(names, root);
	const key = await webcrypto.subtle.exportKey('pkcs8', privateKey);
	return {
		key: pem('PRIVATE KEY', new Uint8Array(key)),
		cert: pem('CERTIFICATE', derOf(certificate)),
		ca: pem('CERTIFICATE', derOf(root.certificate)),
	};
}

/** Whoever trusts it trusts it for these names alone, even if someone else got hold of its key. */
export async function tlsAuthority(names: string[]): Promise<KeyHolder> {
	return await issue({
		name: 'eSignature Sandbox HTTPS',
		life: AUTHORITY_LIFE,
		extensions: [...authorityExtensions(0), nameConstraints(names)],
	});
}

export async function serverCertificate(names: string[], issuer: KeyHolder): Promise<KeyHolder> {
	const now = Date.now();
	return await issue({
		// No host name: some readers hold that against the permitted names too.
		name: 'eSignature Sandbox server',
		// Browsers take no certificate that is in force for longer.
		life: { from: new Date(now - DAY_MS), to: new Date(now + 390 * DAY_MS) },
		extensions: [alternativeNames(names), serverUse()],
		issuer,
	});
}

function servesStill({ cert, ca }: Tls, names: string[]): boolean {
	const certificate = new X509Certificate(cert);
	const hasName = (name: string) =>
		isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name);
	const isInForce = certificate.validToDate.getTime() > Date.now() + DAY_MS;
	return isInForce && names.every(hasName) && ca !== undefined && isConstrained(ca);
}

/** Older versions made authorities for every name. */
function isConstrained(ca: string): boolean {
	const { extensions = [] } = Certificate.fromBER(new X509Certificate(ca).raw);
	return extensions.some(({ extnID }) => extnID === NAME_CONSTRAINTS);
}

const DNS_NAME = 2;
const IP_ADDRESS = 7;

const generalName = (name: string, mask: number[] = []) =>
	isIP(name)
		? new GeneralName({
				type: IP_ADDRESS,
				value: new OctetString({ valueHex: Uint8Array.from([...bytesOf(name), ...mask]).buffer }),
			})
		: new GeneralName({ type: DNS_NAME, value: name });

function nameConstraints(names: string[]): Extension {
	const permittedSubtrees = names.map(
		(name) => new GeneralSubtree({ base: generalName(name, bytesOf(name).fill(0xff)) }),
	);
	const value = new NameConstraints({ permittedSubtrees }).toSchema();
	return new Extension({ extnID: NAME_CONSTRAINTS, critical: true, extnValue: value.toBER(false) });
}

function alternativeNames(names: string[]): Extension {
	const value = new GeneralNames({ names: names.map((name) => generalName(name)) }).toSchema();
	return new Extension({ extnID: SUBJECT_ALTERNATIVE_NAME, extnValue: value.toBER(false) });
}

/** As addresses have a number that holds colons. */
const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '');

/** None of a name. */
function bytesOf(address: string): number[] {
	if (isIP(address) === 4) return address.split('.').map(Number);
	if (isIP(address) === 0) return [];
	// Without zones and with hexadecimal digits only, the longest row of zeros left out.
	const [head = '', tail] = withoutBrackets(new URL(`http://[${address}]`).hostname).split('::');
	const groupsOf = (part = '') => part.split(':').filter((group) => group !== '');
	const [before, after] = [groupsOf(head), groupsOf(tail)];
	const zeros = Array<string>(8 - before.length - after.length).fill('0');
	return [...before, ...zeros, ...after].flatMap((group) => {
		const value = parseInt(group, 16);
		return [value >> 8, value & 0xff];
	});
}

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
