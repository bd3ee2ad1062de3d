export { buildIfStale as default } from '../../scripts/builtPackage.mjs';
