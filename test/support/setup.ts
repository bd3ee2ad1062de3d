import { expectOwnRun } from './ownOperation.ts';

// For machines on which much else is going on; tests that wait for something do so by events.
jest.setTimeout(90_000);

afterAll(() => expectOwnRun(expect.getState().testPath ?? ''));
