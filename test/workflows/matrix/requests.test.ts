import { requestRows } from './rows/request.rows.ts';
import { runMatrix } from './runMatrix.ts';

describe('Request', () => runMatrix('request', requestRows));
