/** A relative path, because n8n accepts no package here. The build replaces this file by the library's own code. */
export { encode } from '../../../../node_modules/uqr/dist/index.cjs';
