import { PDFDocument } from '@cantoo/pdf-lib';
import { createIdentity, trustedRoots } from '../../../../sandbox/pdf/cms/certificate.ts';
import { digestOf } from '../../../../sandbox/pdf/cms/algorithms.ts';
import { OID } from '../../../../sandbox/pdf/cms/objectIdentifiers.ts';
import { signPades } from '../../../../sandbox/pdf/signing/pades.ts';
import { signContent } from '../../../../sandbox/pdf/signing/signCms.ts';
import { timeStamp } from '../../../../sandbox/pdf/signing/timeStamp.ts';
import { indicationOfDocument } from '../../../../sandbox/validation/indication.ts';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify.ts';
import {
	fill,
	onePage,
	signatureDictionary,
	signByHand,
	updateByHand,
	writeByHand,
	type Objects,
	type Signing,
} from '../../pdf/byHand.ts';
import { sign, SIGNED_AT, write } from '../../pdf/samples.ts';
import { sceneForAll } from '../../scene.ts';
import { validate } from '../../validationFiles.ts';
import { edwardsHolder, signEdwards, type Curve } from './edwards.ts';

/** Signatures that the sandbox never makes itself; the words are those of ETSI EN 319 102-1. */
const scene = sceneForAll();

async function judge(content: Uint8Array, kind = 'document', query = '') {
	const asked = `?infos=validation&infos=signer${query}`;
	const { status, json } = await validate(scene.send, Buffer.from(content), asked, kind);
	const { validation, signer } = json.additionalInfos as {
		validation: { indication: string; subIndication?: string };
		signer: Array<Record<string, unknown>>;
	};
	const { indication, subIndication = '' } = validation;
	return { status, json, signers: signer, verdict: `${indication} ${subIndication}`.trim() };
}

const page = () => writeByHand(onePage('Pay 100'));

/** One word of the page, in the part that the signature covers. */
function changed(pdf: Buffer): Buffer {
	const copy = Buffer.from(pdf);
	copy.write('Pay 900', copy.indexOf('Pay 100'));
	return copy;
}

/** A bit near the end of what the key has made, where the signature stands last in the value. */
const withTurnedBit =
	(make: Signing): Signing =>
	async (content) => {
		const cms = Buffer.from(await make(content));
		cms[cms.length - 3]! ^= 1;
		return cms;
	};

describe.each<[Curve, boolean]>([
	['ed25519', true],
	['ed25519', false],
	['ed448', true],
	['ed448', false],
])('EdDSA on %s (signed attributes: %s)', (curve, hasAttributes) => {
	const holder = edwardsHolder(curve);
	const make: Signing = (content) => signEdwards(content, holder, { hasAttributes });

	test('is intact, and not trusted here', async () => {
		const { verdict, signers } = await judge(await signByHand(page(), make));
		expect(verdict).toBe('INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND');
		expect(signers).toMatchObject([{ signer: `Holder ${curve}`, valid: false }]);
	});

	test('passes where its root is trusted', async () => {
		const pdf = await signByHand(page(), make);
		const verification = await verifyPdf(pdf, [holder.root], SIGNED_AT);
		expect(indicationOfDocument(verification)).toEqual({ indication: 'TOTAL-PASSED', details: [] });
	});

	test('finds a changed document and another key', async () => {
		const { verdict } = await judge(changed(await signByHand(page(), make)));
		// Without attributes, a changed content looks like another key.
		expect(verdict).toBe(`TOTAL-FAILED ${hasAttributes ? 'HASH' : 'SIG_CRYPTO'}_FAILURE`);
		const forged = await signByHand(page(), withTurnedBit(make));
		expect((await judge(forged)).verdict).toBe('TOTAL-FAILED SIG_CRYPTO_FAILURE');
	});
});

describe('adbe.pkcs7.sha1', () => {
	const form = { subFilter: 'adbe.pkcs7.sha1' };
	const make: Signing = async (content) => {
		const bytes = digestOf('sha1', [content]);
		const holder = await createIdentity('Anna');
		const signed = await signContent({
			...{ holder, content: [bytes], enclosed: { type: OID.data, bytes } },
		});
		return Buffer.from(signed);
	};

	test('is intact, but relies on SHA-1, whatever the signer took', async () => {
		const { verdict, signers } = await judge(await signByHand(page(), make, form));
		expect(verdict).toBe('INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE');
		expect(signers).toMatchObject([{ signer: 'Anna', valid: false }]);
	});

	test('finds a changed document', async () => {
		const { verdict } = await judge(changed(await signByHand(page(), make, form)));
		expect(verdict).toBe('TOTAL-FAILED HASH_FAILURE');
	});
});

describe('a time stamp of the document (ETSI.RFC3161)', () => {
	const form = { type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161' };
	const stamp: Signing = async (content) => {
		const { timeStamping } = await createIdentity('Anna');
		return Buffer.from(await timeStamp([content], timeStamping, SIGNED_AT));
	};
	const signature: Signing = async (content) => {
		const holder = await createIdentity('Anna', { quality: 'QES', legislation: 'ZERTES' });
		return Buffer.from(await signPades([content], holder, SIGNED_AT));
	};
	const stamped = async (make = stamp) => {
		const pdf = await signByHand(page(), signature, { subFilter: 'ETSI.CAdES.detached' });
		return await signByHand(pdf, make, { ...form, number: 20, fields: '10 0 R' });
	};
	const STRICT = '&rejectVisualDifferences=true&rejectUndefinedChanges=true';

	test('behind a signature changes nothing about it and is no one who signs', async () => {
		const wanted = `${STRICT}&quality=QES&legislation=CH`;
		const { json, signers, verdict } = await judge(await stamped(), 'document', wanted);
		expect(verdict).toBe('TOTAL-PASSED');
		expect(json).toMatchObject({
			...{ valid: true, signatures: 1, validSignatures: 1, quality: 'QES', legislation: 'CH' },
			...{ undefinedChanges: false, visualDifferences: false },
		});
		expect(signers).toMatchObject([{ signer: 'Anna', valid: true }]);
	});

	test('alone leaves a document unsigned', async () => {
		const { json, verdict } = await judge(await signByHand(page(), stamp, form));
		expect(verdict).toBe('INDETERMINATE NO_SIGNATURE_FOUND');
		expect(json).toMatchObject({ valid: false, signatures: 0 });
	});

	test('is found where it is for another document, or was not made with the key', async () => {
		const other = await stamped(async (content) => await stamp(Buffer.from([...content, 0x20])));
		expect((await judge(other)).verdict).toBe('TOTAL-FAILED HASH_FAILURE');
		expect((await judge(await stamped(withTurnedBit(stamp)))).verdict).toBe(
			'TOTAL-FAILED SIG_CRYPTO_FAILURE',
		);
		const alone = changed(await signByHand(page(), stamp, form));
		expect((await judge(alone)).verdict).toBe('TOTAL-FAILED HASH_FAILURE');
	});

	test('by someone who may not make any is not trusted', async () => {
		const byAnna = await stamped(async (content) => {
			const anna = await createIdentity('Anna');
			return Buffer.from(await timeStamp([content], anna, SIGNED_AT));
		});
		expect((await judge(byAnna)).verdict).toBe('INDETERMINATE CHAIN_CONSTRAINTS_FAILURE');
	});

	test('of an authority elsewhere is not trusted', async () => {
		const verification = await verifyPdf(await signByHand(page(), stamp, form), []);
		expect(verification.signatures).toMatchObject([
			{ isTimeStamp: true, integrity: 'intact', trusted: false, signedAt: SIGNED_AT },
		]);
		const trusted = await verifyPdf(await stamped(), await trustedRoots());
		expect(trusted.signatures.map(({ trust }) => trust)).toEqual(['trusted', 'trusted']);
	});
});

describe('a signature that was taken out of a PDF', () => {
	test.each([
		['as it stands there', (value: Buffer) => value],
		['without the room behind it', (value: Buffer) => value.subarray(0, 4 + value.readUInt16BE(2))],
	])('lacks its document: %s', async (_how, cut) => {
		const pdf = Buffer.from(await sign(page(), 'Anna')).toString('latin1');
		const [, hex = ''] = /\/Contents\s*<([0-9a-fA-F]+)>/.exec(pdf) ?? [];
		const { json, verdict } = await judge(cut(Buffer.from(hex, 'hex')), 'signature');
		expect(verdict).toBe('INDETERMINATE SIGNED_DATA_NOT_FOUND');
		expect(json).toMatchObject({ valid: false, signatures: 1, validSignatures: 0 });
	});
});

describe('an intact signature that is written in an unusual way', () => {
	const make: Signing = async (content) =>
		Buffer.from(await signPades([content], await createIdentity('Anna'), SIGNED_AT));
	const changing =
		(change: (cms: Buffer) => Buffer): Signing =>
		async (content) =>
			change(Buffer.from(await make(content)));
	const withObjects = async (objects: Objects) =>
		await fill(updateByHand(page(), { objects: { 11: signatureDictionary(), ...objects } }), make);
	const CATALOG = '<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [10 0 R] >> >>';
	const PAGE = (widget: string) => onePage('')[3]!.replace(/>>$/, `/Annots [${widget}] >>`);

	/** The outer lengths are not stated: an end mark follows instead (BER). */
	const indefinite = (cms: Buffer) =>
		Buffer.concat([Buffer.from([0x30, 0x80]), cms.subarray(4), Buffer.from([0, 0])]);
	const withVersion = (version: number) => (cms: Buffer) => {
		cms[cms.indexOf(Buffer.from([0x02, 0x01, 0x01])) + 2] = version;
		return cms;
	};

	const longer = (cms: Buffer) => Buffer.concat([Buffer.from([0x30, 0x83, 0]), cms.subarray(2)]);
	const withMore = (cms: Buffer) => Buffer.concat([cms, Buffer.from([1, 2, 3])]);
	const written = (change: (cms: Buffer) => Buffer) => () => signByHand(page(), changing(change));
	const WIDGET = '/Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [0 0 0 0]';
	const untyped = { 1: CATALOG, 3: PAGE('10 0 R'), 10: `<< ${WIDGET} /T (A) /V 11 0 R >>` };
	const apart = {
		...{ 1: CATALOG, 3: PAGE('12 0 R'), 12: `<< ${WIDGET} /Parent 10 0 R >>` },
		10: '<< /FT /Sig /T (A) /V 11 0 R /Kids [12 0 R] >>',
	};
	const unlisted = { 3: PAGE('10 0 R'), 10: `<< ${WIDGET} /FT /Sig /T (A) /V 11 0 R >>` };

	test.each<[string, () => Promise<Buffer>, string]>([
		['with a length in more bytes than it needs', written(longer), 'INDETERMINATE GENERIC'],
		['in BER', written(indefinite), 'TOTAL-PASSED'],
		['with version 3', written(withVersion(3)), 'INDETERMINATE GENERIC'],
		['with version 5', written(withVersion(5)), 'INDETERMINATE GENERIC'],
		['with bytes behind it', written(withMore), 'INDETERMINATE GENERIC'],
		['in a field without a type', () => withObjects(untyped), 'TOTAL-PASSED'],
		['in a field apart from its widget', () => withObjects(apart), 'TOTAL-PASSED'],
		['in a field that only the page lists', () => withObjects(unlisted), 'TOTAL-PASSED'],
		['in an encrypted file', () => encrypted(''), 'TOTAL-PASSED'],
		['in a file that needs a password', () => encrypted('open'), 'TOTAL-PASSED'],
	])('is never called broken: %s', async (_how, pdf, expected) => {
		const file = await pdf();
		expect((await judge(file)).verdict).toBe(expected);
		file[file.indexOf('/MediaBox') + 1]! ^= 0x20;
		expect((await judge(file)).verdict).toBe('TOTAL-FAILED HASH_FAILURE');
	});

	test('in a form that is not known is indeterminate', async () => {
		const pdf = await signByHand(page(), make, { subFilter: 'adbe.x509.rsa_sha1' });
		expect((await judge(pdf)).verdict).toBe('INDETERMINATE GENERIC');
	});

	test('in a file whose structure needs a password is indeterminate', async () => {
		const document = await PDFDocument.load(await write({ useObjectStreams: true }));
		document.encrypt({ userPassword: 'open', ownerPassword: 'owner' });
		const pdf = Buffer.from(await document.save({ useObjectStreams: true }));
		expect((await judge(pdf)).verdict).toBe('INDETERMINATE GENERIC');
	});

	/** Strings and streams are encrypted; a signature and the structure around it are not. */
	async function encrypted(userPassword: string): Promise<Buffer> {
		const document = await PDFDocument.load(await write({ useObjectStreams: false }));
		document.encrypt({ userPassword, ownerPassword: 'owner' });
		const pdf = Buffer.from(await document.save({ useObjectStreams: false }));
		const text = pdf.toString('latin1');
		const [, root] = /\/Root (\d+) 0 R/.exec(text)!;
		const [, pages] = /\/Pages (\d+) 0 R/.exec(text)!;
		const trailer = ['Encrypt', 'ID', 'Info'].map((key) => {
			const [entry = ''] = new RegExp(`/${key} (?:\\d+ 0 R|\\[[^\\]]*\\])`).exec(text) ?? [];
			return entry;
		});
		const update = updateByHand(pdf, {
			objects: {
				[Number(root)]: CATALOG.replace('2 0 R', `${pages} 0 R`).replace('10 0 R', '110 0 R'),
				110: '<< /FT /Sig /T (A) /V 111 0 R >>',
				111: signatureDictionary(),
			},
			trailer: `/Root ${root} 0 R ${trailer.join(' ')}`,
		});
		return await fill(update, make);
	}
});
