import { isLoopback } from '../../../../shared/network/loopback';

const privateIpv4 = /^(10|127|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./;
const privateIpv6 = /^\[(::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/i;
const localName = /\.(local|localhost|internal|intranet|lan|home|test|invalid|example)$/i;

/** Why a callback of the service to this address may never arrive; undefined when nothing speaks against it. */
export function callbackConcern(address: string, serviceAddress: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { hostname, pathname } = new URL(address);
	if (/(^|\/)webhook-test\//.test(pathname)) {
		return 'The callback address is a test address (/webhook-test/): it works only while the editor listens. For real requests switch Use Test URL off, or paste the production URL of the trigger.';
	}
	if (!canReach(serviceAddress, address)) {
		return `The callback address points to ${hostname}, which a service on the public internet cannot reach. Use an address that is reachable from outside, for example by setting the environment variable N8N_WEBHOOK_URL (before n8n 2.30: WEBHOOK_URL) of this n8n and restarting it.`;
	}
	return undefined;
}

/** What runs on this machine or in a network of one's own may be reached from there alone. */
export function canReach(serviceAddress: string, address: string): boolean {
	return !isPrivate(new URL(address).hostname) || isPrivate(new URL(serviceAddress).hostname);
}

/** Whether a host lies on this machine or in a network of one's own. */
function isPrivate(hostname: string): boolean {
	const isLocalName = localName.test(hostname) || !/[.:[]/.test(hostname);
	return (
		isLocalName || isLoopback(hostname) || privateIpv4.test(hostname) || privateIpv6.test(hostname)
	);
}
