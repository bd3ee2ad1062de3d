/** Certificates for this machine that one should not trust, from an authority that one does. */
import { webcrypto } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AltName, Extension, GeneralName } from 'pkijs';
import { OctetString } from 'asn1js';
import { authorityExtensions } from '../../../../sandbox/pdf/cms/extensions.ts';
import { issue } from '../../../../sandbox/pdf/cms/issue.ts';
import type { KeyHolder, Life } from '../../../../sandbox/pdf/cms/issue.ts';
import { derOf } from '../../../../sandbox/pdf/cms/x509.ts';

const DAY_MS = 86_400_000;
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const IP_ADDRESS = 7;
const THIS_MACHINE = [127, 0, 0, 1];
const ANOTHER = [127, 0, 0, 2];

/** From today's point of view. */
const days = (from: number, to: number): Life => ({
	from: new Date(Date.now() + from * DAY_MS),
	to: new Date(Date.now() + to * DAY_MS),
});

function forAddress(address: number[]): Extension {
	const value = new OctetString({ valueHex: Uint8Array.from(address).buffer });
	const names = new AltName({ altNames: [new GeneralName({ type: IP_ADDRESS, value })] });
	const extnValue = names.toSchema().toBER();
	return new Extension({ extnID: SUBJECT_ALTERNATIVE_NAME, critical: false, extnValue });
}

async function asPem({ certificate, privateKey }: KeyHolder) {
	const key = await webcrypto.subtle.exportKey('pkcs8', privateKey);
	return {
		cert: pem('CERTIFICATE', derOf(certificate)),
		key: pem('PRIVATE KEY', new Uint8Array(key)),
	};
}

const pem = (name: string, der: Uint8Array) =>
	`-----BEGIN ${name}-----\n${Buffer.from(der).toString('base64')}\n-----END ${name}-----\n`;

/** From here on this process trusts the authority, until it is asked to forget it. */
export async function issueCertificates() {
	const life = days(-30, 30);
	const issuer = await issue({ name: 'Authority', life, extensions: authorityExtensions(0) });
	const order = async (address: number[], ofLife: Life) =>
		await asPem(
			await issue({ name: 'Service', life: ofLife, extensions: [forAddress(address)], issuer }),
		);
	const before = getCACertificates('default');
	setDefaultCACertificates([...before, (await asPem(issuer)).cert]);
	return {
		expired: await order(THIS_MACHINE, days(-20, -10)),
		ofAnotherHost: await order(ANOTHER, life),
		selfSigned: await asPem(
			await issue({ name: 'Nobody', life, extensions: [forAddress(THIS_MACHINE)] }),
		),
		forget: () => setDefaultCACertificates(before),
	};
}
