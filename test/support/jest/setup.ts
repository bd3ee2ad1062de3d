import { effort } from './random.ts';

// For machines on which much else is going on; tests that wait for something do so by events.
jest.setTimeout(180_000 * effort);
