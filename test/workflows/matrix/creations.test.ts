import { createRows } from './rows/create.rows.ts';
import { updateRows } from './rows/update.rows.ts';
import { runMatrix } from './runMatrix.ts';

describe('Request: Create and Update', () => runMatrix('request', [...createRows, ...updateRows]));
