// Seven processes and a load on two busy cores.
jest.setTimeout(1_200_000);
