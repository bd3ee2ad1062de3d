/** Written by `npm run generate` from the files named `*.operation.ts`. */
import { operation as creditGetInvoiced } from './credit/getInvoiced.operation';
import { operation as creditGetPrices } from './credit/getPrices.operation';
import { operation as creditGetUsage } from './credit/getUsage.operation';
import { operation as validationDelete } from './validation/delete.operation';
import { operation as validationGetEtsiReport } from './validation/getEtsiReport.operation';
import { operation as validationGetFormat } from './validation/getFormat.operation';
import { operation as validationGetInfo } from './validation/getInfo.operation';
import { operation as validationGetSigners } from './validation/getSigners.operation';
import { operation as validationValidate } from './validation/validate.operation';
import { operation as validationValidateSignature } from './validation/validateSignature.operation';

export const operations = {
	credit: {
		getInvoiced: creditGetInvoiced,
		getPrices: creditGetPrices,
		getUsage: creditGetUsage,
	},
	validation: {
		delete: validationDelete,
		getEtsiReport: validationGetEtsiReport,
		getFormat: validationGetFormat,
		getInfo: validationGetInfo,
		getSigners: validationGetSigners,
		validate: validationValidate,
		validateSignature: validationValidateSignature,
	},
};
