/**
 * No test reaches the internet by mistake: names and addresses of other machines fail at once, before anything is sent.
 * environment.cjs loads this for the tests, and NODE_OPTIONS for every Node that they start.
 *
 * What is tested may handle the error, or report another one. So each attempt is also written to the file in
 * FOREIGN_CALLS, and environment.cjs fails the test that has made it.
 */
const dns = require('node:dns');
const { appendFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');

const ofThisMachine = new net.BlockList();
ofThisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
ofThisMachine.addAddress('::1', 'ipv6');
// As a target, these mean this machine too.
ofThisMachine.addAddress('0.0.0.0', 'ipv4');
ofThisMachine.addAddress('::', 'ipv6');

/** Names that begin like this are looked up at a name server, or in the hosts file. */
const LOOKUPS = /^(lookup|resolve|reverse)/;

function isHere(host) {
	if (host === undefined || host === null || host === '') return true;
	const name = String(host).replace(/^::ffff:(?=\d+\.)/i, '');
	const version = net.isIP(name);
	if (version === 0) return /^([^.]+\.)*localhost\.?$/i.test(name);
	return ofThisMachine.check(name, `ipv${version}`);
}

function requireHere(host, what) {
	if (isHere(host)) return;
	const { CURRENT_TEST: test = 'A test', FOREIGN_CALLS: file } = process.env;
	const message = `"${test}" tried to ${what} ${host}. Tests can only reach this machine (127.0.0.1).`;
	if (file) appendFileSync(file, `${message}\n`);
	throw Object.assign(new Error(message), { code: 'ERR_FOREIGN_CALL' });
}

for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
	for (const name of Object.getOwnPropertyNames(owner).filter((one) => LOOKUPS.test(one))) {
		const findDocument = owner[name];
		owner[name] = function lookUpHere(host, ...rest) {
			requireHere(host, 'look up');
			return findDocument.call(this, host, ...rest);
		};
		// util.promisify() takes what Node has defined there.
		Object.defineProperties(owner[name], Object.getOwnPropertyDescriptors(findDocument));
	}
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function connectHere(...args) {
	// net.connect() passes on what it has read from its own arguments, in a list.
	const [first, second] = Array.isArray(args[0]) ? args[0] : args;
	const isOptions = typeof first === 'object' && first !== null;
	const host = isOptions ? !first.path && first.host : typeof second === 'string' && second;
	requireHere(host || undefined, 'connect to');
	return connect.apply(this, args);
};

syncBuiltinESMExports();
