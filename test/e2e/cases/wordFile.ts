/** A Word file with tags, from an empty canvas to the validated PDF: signatures stand where the tags stood. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDocument, PDFSignature } from '@cantoo/pdf-lib';
import { withPage } from '../../../sandbox/pdf/image/image.ts';
import { verifyPdf } from '../../../sandbox/validation/signatures/verify.ts';
import { convert } from '../../../sandbox/validation/tooling/convert/convert.ts';
import { newDocx } from '../../sandbox/docx.ts';
import {
	ANN,
	BOB,
	addBehind,
	addManualTrigger,
	addRead,
	addWrite,
	FILES,
	finishCanvas,
	MANUAL,
	newestRequest,
	sign,
	workflowId,
} from '../support/building.ts';
import { signInto } from '../support/executions.ts';
import type { InEditor } from '../support/stage.ts';

const PREPARE = 'Prepare file for signing';
const SEND = 'Send signature request and wait';
const VALIDATE = 'Validate document';

export function wordFile(inEditor: InEditor) {
	inEditor('a Word file is signed where its tags stood', async (stage) => {
		const { editor, scene } = stage;
		const word = newDocx(
			'Lease',
			'The tenant pays 1,200 a month.',
			'{{sign: Ann, ann@example.com, 1}}',
			...Array<string>(8).fill('A clause between the two signatures.'),
			'{{sign: Bob, bob@example.com, 2}}',
		);
		writeFileSync(path.join(scene.files, 'Lease.docx'), word);

		await editor.openNewWorkflow();
		await addManualTrigger(stage);
		await addRead(stage, MANUAL, path.join(scene.files, 'Lease.docx'));
		await addBehind(stage, FILES, ['Document', PREPARE]);
		await editor.switchOn('Find Signers by Tags');
		await editor.closeNode();
		await addBehind(stage, PREPARE, ['Request', SEND]);
		await editor.chooseLabelled('Specify Signers', 'Using JSON');
		await editor.switchToExpression('Signers (JSON)', '{{ $json.signers }}');
		await editor.switchOn('Download Documents');
		await editor.closeNode();
		await addBehind(stage, SEND, ['Validation', VALIDATE]);
		await editor.switchOn('Failed Documents to Second Output');
		await editor.closeNode();
		const file = path.join(scene.files, 'Lease, signed.pdf');
		await addWrite(stage, VALIDATE, file);
		await finishCanvas(stage, 'job-word-file');

		const executions = await signInto(scene.n8n);
		await editor.executeWorkflow();
		const { id } = await executions.until(workflowId(stage), 'waiting');
		const requestId = newestRequest(stage);
		await sign(stage, requestId, ANN);
		await sign(stage, requestId, BOB);
		expect((await executions.end(workflowId(stage), id)).at(-1)).toBe(`${FILES}1`);

		const signed = readFileSync(file);
		expect((await verifyPdf(signed, [])).signatures).toHaveLength(2);
		const marks = scene.sandbox.settings.toolingTags;
		const tagged = await convert(word, { name: 'Lease.docx', marks, now: new Date() });
		const prepared = beforeSignatures(signed);
		const tags = await differences(tagged, prepared);
		const drawn = await differences(prepared, signed);
		const widgets = await widgetsOf(signed);
		expect([tags, drawn, widgets].map(({ length }) => length)).toEqual([2, 2, 2]);
		for (const [at, widget] of widgets.entries()) {
			const right = widget.x + widget.width;
			const top = widget.y + widget.height;
			expect(Math.abs(tags[at]!.left - widget.x)).toBeLessThan(NEAR);
			expect(Math.abs(tags[at]!.bottom - widget.y)).toBeLessThan(NEAR);
			expect(drawn[at]!.left).toBeGreaterThan(widget.x - NEAR);
			expect(drawn[at]!.bottom).toBeGreaterThan(widget.y - NEAR);
			expect(drawn[at]!.right).toBeLessThan(right + NEAR);
			expect(drawn[at]!.top).toBeLessThan(top + NEAR);
		}
	});
}

/** In points. */
const NEAR = 3;
const GAP = 20;
const PIXELS_PER_POINT = 2;

/** The first revision, as it was sent. */
const beforeSignatures = (pdf: Buffer) =>
	pdf.subarray(0, pdf.indexOf('%%EOF') + '%%EOF'.length + 1);

interface Box {
	left: number;
	right: number;
	bottom: number;
	top: number;
}

/** Where two files look different on their first page, in points from its lower left corner, from top to bottom. */
async function differences(one: Uint8Array, other: Uint8Array): Promise<Box[]> {
	const [before, after] = [await draw(one), await draw(other)];
	const { width, height } = before;
	const boxes: Box[] = [];
	for (let pixel = 0; pixel < width * height; pixel++) {
		if (before.pixels.readUInt32LE(pixel * 4) === after.pixels.readUInt32LE(pixel * 4)) continue;
		const x = (pixel % width) / PIXELS_PER_POINT;
		const y = (height - Math.floor(pixel / width)) / PIXELS_PER_POINT;
		let box = boxes.at(-1);
		if (!box || box.bottom - y > GAP) {
			box = { left: x, right: x, bottom: y, top: y };
			boxes.push(box);
		}
		box.left = Math.min(box.left, x);
		box.right = Math.max(box.right, x);
		box.bottom = y;
	}
	return boxes;
}

async function draw(pdf: Uint8Array) {
	const drawn = await withPage(pdf, 0, (page) =>
		page.render({ scale: PIXELS_PER_POINT, render: 'bitmap', renderFormFields: true }),
	);
	const { width, height, data } = drawn!;
	return { width, height, pixels: Buffer.from(data) };
}

/** From top to bottom, as they were added. */
async function widgetsOf(signed: Buffer) {
	const fields = (await PDFDocument.load(signed)).getForm().getFields();
	return fields
		.filter((field) => field instanceof PDFSignature)
		.flatMap((field) => field.acroField.getWidgets())
		.map((widget) => widget.getRectangle());
}
