// Browsers and servers, three of each, on two busy cores.
jest.setTimeout(360_000);
