/** Small files that would keep a reader busy for minutes: others are served, and the caller gets an answer. */
import { LIMITS } from '../../../sandbox/thread.ts';
import { call, like } from '../client.ts';
import { onePage, writeByHand, type Objects } from '../pdf/byHand.ts';
import { sceneForAll } from '../scene.ts';

const scene = sceneForAll();

const PAGE = onePage('Pay 100');
const LEVELS = 24;
const FIRST = 100;

/** A tree of these objects whose kids are listed twice on every level: 16 million ways, in 2.7 KB. */
function doubledTree(branch: string, leaf: string): Objects {
	const levels = Array.from({ length: LEVELS }, (_, level): [number, string] => {
		const kid = `${FIRST + level + 1} 0 R`;
		const parent = level === 0 ? '' : `/Parent ${FIRST + level - 1} 0 R`;
		return [FIRST + level, `<< ${branch} ${parent} /Kids [${kid} ${kid}] >>`];
	});
	const last = `<< ${leaf} /Parent ${FIRST + LEVELS - 1} 0 R >>`;
	return { ...Object.fromEntries(levels), [FIRST + LEVELS]: last };
}

const doubledForm = () =>
	writeByHand({
		...PAGE,
		1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${FIRST} 0 R] >> >>`,
		...doubledTree('/T (a)', '/T (b) /FT /Sig /Subtype /Widget /Rect [0 0 9 9] /P 3 0 R'),
	});
const doubledPages = () =>
	writeByHand({
		...PAGE,
		1: `<< /Type /Catalog /Pages ${FIRST} 0 R >>`,
		...doubledTree('/Type /Pages /Count 1', '/Type /Page /MediaBox [0 0 300 400]'),
	});
/** Each marker could be followed by nothing that counts, up to the one object at the end. */
const manyEnds = () =>
	Buffer.concat([
		writeByHand(PAGE),
		Buffer.from(`${'%%EOF '.repeat(100_000)}\n9 0 obj 1 endobj\n`),
		writeByHand(PAGE),
	]);

/** Every widget could be on every page. */
function manyWidgets(): Buffer {
	const count = 10_000;
	const numbers = (first: number) => Array.from({ length: count }, (_, at) => first + at);
	const refs = (first: number) => numbers(first).map((number) => `${number} 0 R`);
	const objects = (first: number, body: string) =>
		Object.fromEntries(numbers(first).map((number) => [number, body]));
	return writeByHand({
		1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [3 0 R] >> >>',
		2: `<< /Type /Pages /Count ${count} /Kids [${refs(FIRST).join(' ')}] >>`,
		3: `<< /FT /Sig /T (a) /Kids [${refs(FIRST + count).join(' ')}] >>`,
		...objects(FIRST, '<< /Type /Page /Parent 2 0 R >>'),
		...objects(FIRST + count, '<< /Subtype /Widget /Rect [0 0 9 9] >>'),
	});
}

/** Each object is a string that holds all those behind it. */
function nestedObjects(): Buffer {
	const count = 20_000;
	let text = '';
	const pdf = writeByHand(PAGE).toString('latin1');
	const start = pdf.indexOf('xref');
	const rows: string[] = [];
	for (let number = FIRST; number < FIRST + count; number += 1) {
		rows.push(`${String(start + text.length).padStart(10, '0')} 00000 n \n`);
		text += `${number} 0 obj (`;
	}
	const body = `${pdf.slice(0, start)}${text}${')'.repeat(count)} endobj\n`;
	const table = pdf.slice(start).replace(/trailer/, `${FIRST} ${count}\n${rows.join('')}trailer`);
	return Buffer.from(body + table.replace(/startxref\n\d+/, `startxref\n${body.length}`), 'latin1');
}

const TOO_MUCH = /takes more time or memory than a document may/;
const content = (pdf: Uint8Array) => Buffer.from(pdf).toString('base64');
const upload = (pdf: Uint8Array) =>
	scene.send('POST', '/v2/documents', { title: 'Hostile', content: content(pdf) });
const create = (pdf: Uint8Array) => scene.create('v2', { content: content(pdf) });
const seal = (pdf: Uint8Array) => scene.send('POST', '/v2/seal', { content: content(pdf) });
const place = (pdf: Uint8Array) =>
	scene.send('POST', '/app/place/pages', Buffer.from(pdf), { 'content-type': 'application/pdf' });
const judge = (pdf: Uint8Array) =>
	scene.send('POST', '/validation/v1/validate/document?infos=validation', {
		content: content(pdf),
	});

const USES = { upload, create, seal, place };

test.each<[string, () => Buffer, number]>([
	['a form whose kids are listed twice on 24 levels', doubledForm, 200],
	['pages that are listed twice on 24 levels', doubledPages, 400],
	['100,000 end markers', manyEnds, 200],
])('%s: is answered wherever a document goes', async (_what, make, status) => {
	const pdf = make();
	const statuses = Object.entries(USES).map(
		async ([use, send]) => [use, (await send(pdf)).status] as const,
	);
	expect(Object.fromEntries(await Promise.all(statuses))).toEqual(
		Object.fromEntries(Object.keys(USES).map((use) => [use, status])),
	);
	const { json } = await judge(pdf);
	expect(json.additionalInfos).toMatchObject({
		validation: { indication: 'INDETERMINATE', subIndication: 'NO_SIGNATURE_FOUND' },
	});
});

test('a form that is nested too deeply is refused as a document, and its validation is open', async () => {
	const fields = Array.from({ length: 20_000 }, (_none, level): [number, string] => [
		FIRST + level,
		`<< /T (a) /Kids [${FIRST + level + 1} 0 R] >>`,
	]);
	const pdf = writeByHand({
		...PAGE,
		1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${FIRST} 0 R] >> >>`,
		...Object.fromEntries(fields),
	});
	expect((await upload(pdf)).status).toBe(400);
	const { json } = await judge(pdf);
	expect(json.additionalInfos).toMatchObject({
		validation: { indication: 'INDETERMINATE', subIndication: 'GENERIC' },
	});
});

test('the fields of a form whose kids are listed twice are listed once', async () => {
	const { json } = await upload(doubledForm());
	expect(json.signature_fields).toHaveLength(1);
});

describe('What is given up in the end', () => {
	// By the time that a thread itself uses, so that a busy machine does not matter.
	const { timeMs } = LIMITS;
	beforeAll(() => void (LIMITS.timeMs = 300));
	afterAll(() => void (LIMITS.timeMs = timeMs));

	test('a form whose kids are listed twice is drawn or not, and others are served', async () => {
		const { id } = await upload(doubledForm());
		const image = scene.send('GET', `/v2/documents/${id}/pages/0`);
		expect((await call(scene.sandbox, 'GET', '/management/health')).status).toBe(200);
		expect([200, 404]).toContain((await image).status);
	});

	test('a file that takes too long is refused as a document, and its validation is open', async () => {
		const answers = Promise.all([upload(manyWidgets()), judge(nestedObjects())]);
		expect((await call(scene.sandbox, 'GET', '/management/health')).status).toBe(200);
		const [refused, judged] = await answers;
		expect(refused).toMatchObject({
			status: 400,
			json: { key: 'file.pdf.invalid', message: like(TOO_MUCH) },
		});
		const validation = { indication: 'INDETERMINATE', subIndication: 'GENERIC' };
		expect(judged.json).toMatchObject({ valid: false, additionalInfos: { validation } });
		expect((await upload(writeByHand(PAGE))).status).toBe(200);
	});
});
