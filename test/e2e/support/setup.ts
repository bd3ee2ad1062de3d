// A browser and a server on two busy cores.
jest.setTimeout(240_000);
