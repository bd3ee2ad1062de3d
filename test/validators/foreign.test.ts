import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { loggedIn, type Send } from '../sandbox/client.ts';
import { validate, validator } from '../sandbox/validationFiles.ts';
import { npmFiles } from './foreign/npmFiles.ts';
import { opinionOn, type Opinion } from './foreign/judge.ts';
import { opensslFiles, type Maker } from './foreign/opensslFiles.ts';
import { pdfsigFiles } from './foreign/pdfsigFiles.ts';
import { signatureParts, signedParts } from './foreign/signedParts.ts';

jest.setTimeout(600_000);

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

/** One letter of the page, in the part that every signature covers. */
function changed(pdf: Buffer): Buffer {
	const copy = Buffer.from(pdf);
	copy[copy.indexOf('/MediaBox') + 1]! ^= 0x20;
	return copy;
}

/** A bit of what the first signer's key has made: of several signers, pdfsig looks at the first only. */
function forged(pdf: Buffer): Buffer {
	const copy = Buffer.from(pdf);
	const value = signatureParts(signedParts(pdf).cms).value.toString('hex');
	const start = copy.toString('latin1').toLowerCase().indexOf(value);
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

interface Comparison {
	/** Files on which each of the others was asked. */
	asked: Record<Opinion['judge'], number>;
	disagreements: string[];
}

async function compare(
	files: Record<string, Maker>,
	change = (pdf: Buffer) => pdf,
): Promise<Comparison> {
	const asked = { pdfsig: 0, openssl: 0 };
	const disagreements: string[] = [];
	for (const [name, make] of Object.entries(files)) {
		const original = await fileOf(name, make);
		const pdf = change(original);
		const verdict = await judge(pdf);
		const opinion = opinionOn(workshop, pdf, original);
		asked[opinion.judge] += 1;
		const agree = verdict.status === 200 && isIntact(verdict) === opinion.isIntact;
		if (!agree) {
			disagreements.push(`${name}: ${JSON.stringify(verdict)}, others: ${JSON.stringify(opinion)}`);
		}
	}
	return { asked, disagreements };
}

const all = () => ({ ...opensslFiles(), ...npmFiles() });
const every = (nth: number) =>
	Object.fromEntries(
		Object.entries(all()).filter(([name], index) => index % nth === 0 || /two/.test(name)),
	);

describe('the sandbox agrees with other validators about', () => {
	test('files that other programs signed, most of them judged by pdfsig', async () => {
		const { asked, disagreements } = await compare(all());
		expect(disagreements).toEqual([]);
		expect(asked.pdfsig).toBeGreaterThan(asked.openssl);
	});

	test('files that pdfsig signed', async () => {
		const { asked, disagreements } = await compare(pdfsigFiles());
		expect(disagreements).toEqual([]);
		expect(asked.openssl).toBe(0);
	});

	test('files that were changed after signing', async () => {
		expect((await compare(every(7), changed)).disagreements).toEqual([]);
	});

	test('signatures of which one bit was turned', async () => {
		expect((await compare(every(7), forged)).disagreements).toEqual([]);
	});
});

describe('a foreign signature', () => {
	test.each([
		['rsa2048 with sha256', 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'],
		[
			'brainpoolP256r1 as it comes as adbe.pkcs7.detached',
			'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
		],
		['two signers in one signature', 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'],
	])('is not trusted, whatever it is made with: %s', async (name, expected) => {
		const { indication, subIndication } = await judge(await all()[name]!(workshop));
		expect(`${indication} ${subIndication}`).toBe(expected);
	});
});
