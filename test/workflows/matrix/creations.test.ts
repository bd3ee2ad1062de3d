import { createRows } from './rows/create.rows.ts';
import { runMatrix } from './runMatrix.ts';

describe('Create', () => runMatrix('request', createRows));
