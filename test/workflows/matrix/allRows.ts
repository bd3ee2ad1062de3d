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

/** By resource, as the tests beside this file run them. */
export const allRows: Record<string, Row[]> = {
	attachment: attachmentRows,
	credit: creditRows,
	document: documentRows,
	observer: observerRows,
	request: [...requestRows, ...createRows, ...updateRows],
	seal: sealRows,
	sendTo: sendToRows,
	signer: signerRows,
	validation: validationRows,
};
