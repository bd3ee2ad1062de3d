import { execFileSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AUTHORITY_LIFE } from '../../sandbox/pdf/cms/authority.ts';
import { authorityExtensions } from '../../sandbox/pdf/cms/extensions.ts';
import { issue, type KeyHolder } from '../../sandbox/pdf/cms/issue.ts';
import { derOf } from '../../sandbox/pdf/cms/x509.ts';
import { ownTls, serverCertificate, tlsAuthority } from '../../sandbox/tls.ts';

const OK = expect.stringMatching(/: OK$/) as string;
const PERMITTED = ['localhost', '127.0.0.1', '::1', 'sandbox.example', '2001:db8::7'];

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'tls-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function pem(label: string, der: ArrayBuffer | Uint8Array): string {
	const base64 = Buffer.from(der as Uint8Array).toString('base64');
	return `-----BEGIN ${label}-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;
}
const pemOf = ({ certificate }: KeyHolder) => pem('CERTIFICATE', derOf(certificate));

/** What OpenSSL's own command says of a certificate under an authority. */
function openssl(root: string, certificate: string): string {
	const [ca, leaf] = [path.join(folder, 'ca.pem'), path.join(folder, 'leaf.pem')];
	writeFileSync(ca, root);
	writeFileSync(leaf, certificate);
	try {
		const command = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', ca, leaf];
		return execFileSync('openssl', command, { encoding: 'utf8', stdio: 'pipe' }).trim();
	} catch (error) {
		return (error as { stderr: string }).stderr;
	}
}

/** Whether Node's TLS takes the connection. */
async function connect(root: KeyHolder, leaf: KeyHolder, servername: string): Promise<unknown> {
	const key = pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', leaf.privateKey));
	const server = createServer({ key, cert: pemOf(leaf) }, (_request, response) => response.end());
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const call = request({ host: '127.0.0.1', port, servername, ca: pemOf(root), agent: false });
	call.end();
	try {
		const [answer] = (await once(call, 'response')) as [{ statusCode?: number; resume(): void }];
		answer.resume();
		return answer.statusCode;
	} catch (error) {
		return (error as Error).message;
	} finally {
		server.close();
		server.closeAllConnections();
	}
}

describe('the authority for HTTPS', () => {
	const FOREIGN = [
		...['n8n.example.com', 'example', 'localhost.example.com', 'api.skribble.com'],
		...['10.0.0.1', '127.0.0.2', '0.0.0.0', '::2', '2001:db8::8'],
	];

	test('vouches for the permitted names and for no others, not even among them', async () => {
		const root = await tlsAuthority(PERMITTED);
		const verdict = async (...names: string[]) =>
			openssl(pemOf(root), pemOf(await serverCertificate(names, root)));
		for (const name of PERMITTED) expect([name, await verdict(name)]).toEqual([name, OK]);
		for (const name of FOREIGN) {
			expect(await verdict(name)).toMatch(/permitted subtree violation/);
			expect(await verdict('localhost', name)).toMatch(/permitted subtree violation/);
		}
	});

	test('is refused by Node for another name, and taken for its own', async () => {
		const root = await tlsAuthority(['localhost', '127.0.0.1']);
		const [own, other] = [
			await serverCertificate(['localhost'], root),
			await serverCertificate(['n8n.example.com'], root),
		];
		expect(await connect(root, own, 'localhost')).toBe(200);
		expect(await connect(root, other, 'n8n.example.com')).toBe('permitted subtree violation');
	});

	test('marks that as critical', async () => {
		const { certificate } = await tlsAuthority(['localhost']);
		const constraints = certificate.extensions!.find(({ extnID }) => extnID === '2.5.29.30');
		expect(constraints!.critical).toBe(true);
	});
});

describe('a kept certificate', () => {
	test('is made anew when its authority is good for every name', async () => {
		const kept = await ownTls([], undefined);
		expect(await ownTls([], kept)).toBe(kept);
		const life = AUTHORITY_LIFE;
		const old = await issue({ name: 'Old', life, extensions: authorityExtensions(0) });
		const renewed = await ownTls([], { ...kept, ca: pemOf(old) });
		expect(renewed.ca).not.toBe(pemOf(old));
		expect(openssl(renewed.ca!, renewed.cert)).toMatch(/: OK$/);
	});

	test('is kept for a public URL with an address of version 6', async () => {
		const kept = await ownTls(['[2001:db8::7]'], undefined);
		expect(await ownTls(['[2001:db8::7]'], kept)).toBe(kept);
		expect(await ownTls(['[2001:db8::8]'], kept)).not.toBe(kept);
	});
});
