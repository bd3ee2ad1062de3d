/** Processes on one machine, each with a host name of its own, as in containers of their own. */
const os = require('node:os');

const name = process.env.OWN_HOST_NAME;
if (name) os.hostname = () => name;
