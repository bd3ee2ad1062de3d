import { defineConfig } from 'oxfmt';

/** With what oxfmt does anyway, n8n's own settings, so that files can move between the two repositories unchanged. */
export default defineConfig({ useTabs: true, singleQuote: true, sortPackageJson: false });
