import { callbackConcern } from '../../../../../nodes/ESignatureRequest/request/create/callbackUrls';

const SERVICE = 'https://api.skribble.com';

it.each([
	['a test URL of n8n', 'https://n8n.acme.com/webhook-test/1', /test URL/],
	['a test URL below a prefix', 'https://acme.com/n8n/webhook-test/1', /test URL/],
	['this machine', 'http://localhost:5678/webhook/1', /can't reach .*localhost/],
	['this machine by number', 'http://127.0.0.1:5678/webhook/1', /can't reach/],
	['this machine by IPv6', 'http://[::1]/webhook/1', /can't reach/],
	['a private network', 'https://192.168.1.5/webhook/1', /can't reach/],
	['a private network', 'https://10.0.0.5/webhook/1', /can't reach/],
	['a private network', 'https://172.20.0.5/webhook/1', /can't reach/],
	['a private IPv6 network', 'https://[fd00::1]/webhook/1', /can't reach/],
	['a bare host name', 'https://n8n/webhook/1', /can't reach/],
	['a name of the local network', 'https://n8n.local/webhook/1', /can't reach/],
])('a callback to %s (%s) deserves a hint', (_title, address, hint) => {
	expect(callbackConcern(address, SERVICE)).toMatch(hint);
});

it.each([
	'https://n8n.acme.com/webhook/1',
	'https://172.32.0.5/webhook/1',
	'https://[2001:db8::1]/webhook/1',
	'https://webhook-test.acme.com/webhook/1',
])('a callback to %s deserves none', (address) => {
	expect(callbackConcern(address, SERVICE)).toBeUndefined();
});

it.each(['http://127.0.0.1:3100', 'https://sandbox.internal'])(
	'a callback to this machine deserves none from a service at %s',
	(service) => {
		expect(callbackConcern('http://127.0.0.1:5678/webhook/1', service)).toBeUndefined();
		expect(callbackConcern('http://127.0.0.1:5678/webhook-test/1', service)).toMatch(/test URL/);
	},
);
