export { buildIfStale as default } from '../../scripts/package/builtPackage.mjs';
