import type { Row } from './row.ts';
import { attachmentRows } from './rows/attachment.rows.ts';
import { createRows } from './rows/create.rows.ts';
import { documentRows } from './rows/document.rows.ts';
import { observerRows } from './rows/observer.rows.ts';
import { requestRows } from './rows/request.rows.ts';
import { sealRows } from './rows/seal.rows.ts';
import { sendToRows } from './rows/sendTo.rows.ts';
import { signerRows } from './rows/signer.rows.ts';
import { updateRows } from './rows/update.rows.ts';
import { creditRows, validationRows } from './rows/validation.rows.ts';

/** By the test that runs them, as jest runs files side by side; then by resource. */
export const groups: Record<string, Record<string, Row[]>> = {
	creations: { request: [...createRows, ...updateRows] },
	documents: { document: documentRows },
	people: {
		attachment: attachmentRows,
		observer: observerRows,
		sendTo: sendToRows,
		signer: signerRows,
	},
	requests: { request: requestRows },
	sealAndValidation: { credit: creditRows, seal: sealRows, validation: validationRows },
};

const lists = Object.values(groups).flatMap((group) => Object.entries(group));

/** By resource. */
export const allRows: Record<string, Row[]> = {};
for (const [resource, rows] of lists) (allRows[resource] ??= []).push(...rows);

export function rowOf({ resource, operation }: { resource: string; operation: string }): Row {
	const row = allRows[resource]?.find((one) => one.operation === operation);
	if (row) return row;
	throw new Error(`Write a row for ${resource} ${operation} in test/workflows/matrix/rows`);
}
