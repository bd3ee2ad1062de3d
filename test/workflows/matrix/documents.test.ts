import { runGroupOf } from './runMatrix.ts';

runGroupOf(__filename);
