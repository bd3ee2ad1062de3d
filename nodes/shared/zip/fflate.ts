/** A relative path, because n8n accepts no package here. The build replaces this file by the library's own code. */
export {
	Inflate,
	Zip,
	ZipDeflate,
	ZipPassThrough,
} from '../../../node_modules/fflate/lib/browser.cjs';
export type { ZipInputFile } from '../../../node_modules/fflate/lib/browser.cjs';
