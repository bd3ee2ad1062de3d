import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { loggedIn, type Send } from '../sandbox/client.ts';
import { validate, validator } from '../sandbox/validationFiles.ts';
import { npmFiles } from './foreign/npmFiles.ts';
import { cmsVerify } from './foreign/openssl.ts';
import { opensslFiles, type Maker } from './foreign/opensslFiles.ts';
import { pdfsigFiles } from './foreign/pdfsigFiles.ts';
import { pdfsig, VALID } from './pdfsig.ts';

jest.setTimeout(600_000);

/** What the library behind pdfsig cannot calculate; there, openssl is asked. */
const UNKNOWN_TO_PDFSIG =
	/brainpool|secp256k1|secp224r1|sha224|named by its key|PSS .*without attributes/;

const BROKEN = ['FORMAT_FAILURE', 'HASH_FAILURE', 'SIG_CRYPTO_FAILURE'];

let sandbox: Sandbox;
let send: Send;
const workshop = { folder: mkdtempSync(path.join(tmpdir(), 'foreign-')) };

beforeAll(async () => {
	sandbox = await startSandbox({ users: [validator('anna')] });
	send = await loggedIn(sandbox);
});
afterAll(async () => {
	await sandbox.close();
	rmSync(workshop.folder, { recursive: true });
});

async function judge(pdf: Uint8Array) {
	const answer = await validate(send, Buffer.from(pdf), '?infos=validation');
	const infos = answer.json.additionalInfos as
		| { validation: { indication: string; subIndication?: string } }
		| undefined;
	const { indication = '', subIndication = '' } = infos?.validation ?? {};
	return { status: answer.status, indication, subIndication };
}

const isIntact = ({ subIndication }: { subIndication: string }) => !BROKEN.includes(subIndication);

function othersSay(name: string, pdf: Buffer): boolean {
	if (!UNKNOWN_TO_PDFSIG.test(name)) {
		const { verdicts } = pdfsig(workshop.folder, pdf);
		return verdicts.length > 0 && verdicts.every((verdict) => verdict === VALID);
	}
	const [, start, end] = /ByteRange \[0 (\d+) (\d+)/.exec(pdf.toString('latin1'))!.map(Number);
	const content = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
	const cms = Buffer.from(pdf.toString('latin1', start! + 1, end! - 1), 'hex');
	return cmsVerify(workshop, cms, content);
}

/** One letter of the page, in the part that every signature covers. */
function changed(pdf: Buffer): Buffer {
	const copy = Buffer.from(pdf);
	copy[copy.indexOf('/MediaBox') + 1]! ^= 0x20;
	return copy;
}

/** A bit of the signature's value, near the end of the CMS where the value stands. */
function forged(pdf: Buffer): Buffer {
	const copy = Buffer.from(pdf);
	const start = copy.indexOf('/Contents <') + '/Contents <'.length;
	const value = copy.toString('latin1', start, copy.indexOf('>', start)).replace(/(00)+$/, '');
	const at = start + value.length - 4;
	copy[at] = copy[at] === 0x30 ? 0x31 : 0x30;
	return copy;
}

const made = new Map<string, Promise<Buffer>>();

/** Each file is made once in a run. */
function fileOf(name: string, make: Maker): Promise<Buffer> {
	const file = made.get(name) ?? Promise.resolve(make(workshop)).then((pdf) => Buffer.from(pdf));
	made.set(name, file);
	return file;
}

async function disagreements(files: Record<string, Maker>, change = (pdf: Buffer) => pdf) {
	const found: string[] = [];
	for (const [name, make] of Object.entries(files)) {
		const pdf = change(await fileOf(name, make));
		const verdict = await judge(pdf);
		const others = othersSay(name, pdf);
		const agree = verdict.status === 200 && isIntact(verdict) === others;
		if (!agree) found.push(`${name}: ${JSON.stringify(verdict)}, others: ${others}`);
	}
	return found;
}

const all = () => ({ ...opensslFiles(), ...npmFiles() });
/** Of two signers, pdfsig looks at the first only. */
const every = (nth: number) =>
	Object.fromEntries(
		Object.entries(all()).filter(([name], index) => index % nth === 0 && !/two/.test(name)),
	);

describe('the sandbox agrees with other validators about', () => {
	test('a hundred files and more that other programs signed', async () => {
		expect(Object.keys(all()).length).toBeGreaterThanOrEqual(100);
		expect(await disagreements(all())).toEqual([]);
	});

	test('files that pdfsig signed', async () => {
		expect(await disagreements(pdfsigFiles())).toEqual([]);
	});

	test('files that were changed after signing', async () => {
		expect(await disagreements(every(7), changed)).toEqual([]);
	});

	test('signatures of which one bit was turned', async () => {
		expect(await disagreements(every(7), forged)).toEqual([]);
	});
});

describe('a foreign signature', () => {
	test.each([
		['rsa2048 with sha256', 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'],
		['brainpoolP256r1 with sha256', 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'],
		['two signers in one signature', 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'],
	])('is not trusted, whatever it is made with: %s', async (name, expected) => {
		const { indication, subIndication } = await judge(await all()[name]!(workshop));
		expect(`${indication} ${subIndication}`).toBe(expected);
	});
});
