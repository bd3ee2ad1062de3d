/** Written by `npm run generate` from the files named `*.operation.ts`. */
import { operation as sealSeal } from './seal/seal.operation';

export const operations = {
	seal: {
		seal: sealSeal,
	},
};
