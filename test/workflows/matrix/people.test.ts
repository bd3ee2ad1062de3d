import { attachmentRows } from './rows/attachment.rows.ts';
import { observerRows } from './rows/observer.rows.ts';
import { sendToRows } from './rows/sendTo.rows.ts';
import { signerRows } from './rows/signer.rows.ts';
import { runMatrix } from './runMatrix.ts';

describe('Signer', () => runMatrix('signer', signerRows));
describe('Observer', () => runMatrix('observer', observerRows));
describe('Attachment', () => runMatrix('attachment', attachmentRows));
describe('Send-To', () => runMatrix('sendTo', sendToRows));
