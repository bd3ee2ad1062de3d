import { documentRows } from './rows/document.rows.ts';
import { runMatrix } from './runMatrix.ts';

describe('Document', () => runMatrix('document', documentRows));
