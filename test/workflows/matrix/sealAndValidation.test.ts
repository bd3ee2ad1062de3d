import { sealRows } from './rows/seal.rows.ts';
import { creditRows, validationRows } from './rows/validation.rows.ts';
import { runMatrix } from './runMatrix.ts';

describe('Seal', () => runMatrix('seal', sealRows));
describe('Validation', () => runMatrix('validation', validationRows));
describe('Credit', () => runMatrix('credit', creditRows));
