/** CommonJS, because jest reads it too. */
const { existsSync } = require('node:fs');

/** Where browsers are usually installed, by preference. */
const USUAL_PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The machine's own browser, if it has one. */
exports.installedBrowser = () =>
	[process.env.CHROMIUM_PATH ?? '', ...USUAL_PLACES].find((file) => existsSync(file));

/** npm brings a browser for this kind of machine only. */
exports.npmBringsBrowser = () => process.platform === 'linux' && process.arch === 'x64';
