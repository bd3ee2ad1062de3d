/** Written by `npm run generate` from the files named `*.operation.ts`. */
import { operation as documentCheckPdfA } from './document/checkPdfA.operation';
import { operation as documentDelete } from './document/delete.operation';
import { operation as documentDownload } from './document/download.operation';
import { operation as documentFillTemplate } from './document/fillTemplate.operation';
import { operation as documentGet } from './document/get.operation';
import { operation as documentGetMany } from './document/getMany.operation';
import { operation as documentGetPageImage } from './document/getPageImage.operation';
import { operation as documentPrepare } from './document/prepare.operation';
import { operation as documentReadTemplate } from './document/readTemplate.operation';
import { operation as documentUpload } from './document/upload.operation';

export const operations = {
	document: {
		checkPdfA: documentCheckPdfA,
		delete: documentDelete,
		download: documentDownload,
		fillTemplate: documentFillTemplate,
		get: documentGet,
		getMany: documentGetMany,
		getPageImage: documentGetPageImage,
		prepare: documentPrepare,
		readTemplate: documentReadTemplate,
		upload: documentUpload,
	},
};
