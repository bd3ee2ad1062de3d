import { addAddresses } from '../../scripts/setup/bun.mjs';

addAddresses(process.argv[2]);
