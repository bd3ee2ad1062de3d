import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { call, like, loggedIn, type Send } from '../client.ts';
import { SIGNED_AT } from '../pdf/samples.ts';
import { anna, ben, MINUTE, sceneForAll, UNKNOWN } from '../scene.ts';
import { signedBy, V1, validate, validator, writeFiles } from '../validationFiles.ts';

const outsider = validator('cem', false);
const scene = sceneForAll({ users: [anna, ben, outsider] });
const send: Send = (...sent) => scene.send(...sent);

let files: Record<string, Buffer>;
beforeAll(async () => {
	files = await writeFiles();
});

describe('Reading a result (interface.md 4.6)', () => {
	const idOf = async (name: string) => (await validate(send, files[name])).id;

	test.each([
		['signed', 'TOTAL-PASSED', undefined, 0],
		['signedTwice', 'TOTAL-PASSED', undefined, 0],
		['tampered', 'TOTAL-FAILED', 'HASH_FAILURE', 1],
		['unsigned', 'INDETERMINATE', 'NO_SIGNATURE_FOUND', 1],
	])('of "%s": %s %s, also as XML', async (name, indication, subIndication, details) => {
		const id = await idOf(name);
		const { json } = await send('GET', `${V1}/infos/${id}/validation`);
		expect(json).toEqual({ indication, subIndication, details: expect.any(Array) as unknown[] });
		expect(json.details).toHaveLength(details);
		const { headers, text } = await send('GET', `${V1}/reports/${id}/etsi`);
		expect(headers.get('content-type')).toMatch(/^application\/xml/);
		expect(text).toContain(`mainindication:${indication.toLowerCase()}`);
		if (subIndication) expect(text).toContain(`subindication:${subIndication}`);
	});

	test('/infos/{id}/signers describes each signer', async () => {
		const { list } = await send('GET', `${V1}/infos/${await idOf('signedTwice')}/signers`);
		const unchanged = { visualDifferences: false, undefinedChanges: false };
		expect(list).toEqual([
			{
				...{ valid: true, signer: 'Zoë Müller', time: SIGNED_AT.toISOString() },
				...{ quality: 'QES', legislation: 'CH', longTermValidation: false, ...unchanged },
				certificate: {
					subject: 'CN=Zoë Müller, OU=ZERTES, OU=QES, O=eSignature Sandbox, C=CH',
					issuer: like(/^CN=eSignature Sandbox Issuing CA/),
					serialNumber: like(/^\d+$/),
				},
			},
			expect.objectContaining({ signer: 'Ben', quality: 'AES', legislation: 'EU' }),
		]);
	});

	test('/infos/{id}/format returns type, producer, and the PDF/A level that is claimed', async () => {
		const formatOf = async (id: string) => (await send('GET', `${V1}/infos/${id}/format`)).json;
		expect(await formatOf(await idOf('signed'))).toEqual({
			...{ fileType: 'PDF', producer: like(/pdf-lib/) },
		});
		const document = await PDFDocument.create();
		document.addPage();
		const xmp = `<x xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x>`;
		const metadata = document.context.flateStream(xmp, { Type: 'Metadata', Subtype: 'XML' });
		document.catalog.set(PDFName.of('Metadata'), document.context.register(metadata));
		const { id } = await validate(send, Buffer.from(await document.save()));
		expect(await formatOf(id)).toMatchObject({ fileType: 'PDF', quality: 'PDF/A-2B' });
	});

	test('names cannot break out of the report', async () => {
		const pdf = await signedBy('Bo, <b>&"\u0001', 'SES', 'ZERTES', files.unsigned!);
		const { id } = await validate(send, pdf);
		const { text } = await send('GET', `${V1}/reports/${id}/etsi`);
		expect(text).toContain('<Signer>Bo, &#60;b&#62;&#38;&#34;?</Signer>');
		expect(text).not.toContain('<b>');
	});

	test('a result is for its owner, for 10 minutes, until it is deleted', async () => {
		const [id, other] = [await idOf('signed'), await idOf('signed')];
		const paths = (one: string) => [
			...['validation', 'signers', 'format'].map((info) => `${V1}/infos/${one}/${info}`),
			`${V1}/reports/${one}/etsi`,
		];
		const statuses = async (one: string, as = send) =>
			new Set(await Promise.all(paths(one).map(async (path) => (await as('GET', path)).status)));
		expect(await statuses(UNKNOWN)).toEqual(new Set([404]));
		expect(await statuses(id, scene.asBen)).toEqual(new Set([404]));
		const remove = async (as: Send) => (await as('DELETE', `${V1}/validate/${other}`)).status;
		expect([await remove(scene.asBen), await remove(send), await remove(send)]).toEqual([
			...[404, 204, 404],
		]);
		expect(await statuses(other)).toEqual(new Set([404]));
		await scene.sandbox.clock.advance(10 * MINUTE - 1);
		expect(await statuses(id)).toEqual(new Set([200]));
		await scene.sandbox.clock.advance(1);
		expect(await statuses(id)).toEqual(new Set([404]));
	});
});

test('every call needs a token of a user with the role (interface.md 5)', async () => {
	const asOutsider = await loggedIn(scene.sandbox, outsider);
	for (const [method, path] of [
		...['document', 'signature'].map((kind) => ['POST', `/validate/${kind}`] as const),
		['DELETE', `/validate/${UNKNOWN}`],
		...['validation', 'signers', 'format'].map(
			(info) => ['GET', `/infos/${UNKNOWN}/${info}`] as const,
		),
		['GET', `/reports/${UNKNOWN}/etsi`],
		...['infos', 'usage', 'invoiced'].map((one) => ['GET', `/billing/credits/${one}`] as const),
	] as const) {
		const answers = [
			await call(scene.sandbox, method, V1 + path),
			await asOutsider(method, V1 + path),
		];
		expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 401, 403]);
	}
});
