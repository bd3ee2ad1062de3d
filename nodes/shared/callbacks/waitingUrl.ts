/** The callback URL of a node that waits. */
import { createHash } from 'crypto';

/**
 * Follows the node's id in its callback URL. With the id alone, n8n would check a signature over the whole query,
 * because the operation has n8n's name `sendAndWait`. But Skribble replaces placeholders in the query.
 */
const SUFFIX = '-signed';

/** The path of the webhook, behind the id of the execution. */
export const waitingPath = `={{ $nodeId }}${SUFFIX}`;

/** Calls to it reach only this node of the execution. */
export function waitingUrl(resumeUrl: string, nodeId: string): string {
	const [base = '', ...query] = resumeUrl.split('?');
	const url = `${base.replace(/\/$/, '')}/${encodeURIComponent(nodeId)}${SUFFIX}`;
	return query.length === 0 ? url : `${url}?${query.join('?')}`;
}

/** For an n8n behind a firewall: Skribble stores the URL, and never reaches its host (RFC 2606). */
export function unreachableUrl(url: string, instanceId: string): string {
	const [base = '', ...query] = url.split('?');
	const path = base.split('/').slice(-2).join('/');
	return [`https://${unreachableHost(instanceId)}/${path}`, ...query].join('?');
}

/** Says which n8n waits, because several can use one account. */
function unreachableHost(instanceId: string): string {
	const hash = createHash('sha256').update(`n8n-nodes-esignature\n${instanceId}`).digest('hex');
	return `${hash.slice(0, 16)}${UNREACHABLE}`;
}

const UNREACHABLE = '.n8n.invalid';

export function isUnreachableUrl(url: string): boolean {
	return new URL(url).hostname.endsWith(UNREACHABLE);
}

/** The same URL as this n8n is reached under. Undefined if another n8n waits, or the URL is that of a trigger. */
export function urlOnThisN8n(
	url: string,
	{ resumeUrl, instanceId }: { resumeUrl: string; instanceId: string },
): string | undefined {
	// n8n names no execution in it, because polls have none.
	const base = resumeUrl.split('?')[0]?.replace(/\/[^/]*$/, '');
	const unreachable = `https://${unreachableHost(instanceId)}`;
	if (url.startsWith(`${unreachable}/`)) return `${base}${url.slice(unreachable.length)}`;
	return url.startsWith(`${base}/`) ? url : undefined;
}

/** In the callback URL, so that the polling trigger knows it without a call. Not secret, and not part of the proof. */
const REMINDERS = 'remind';

export interface Reminders {
	everyDays: number;
	most: number;
}

export function withReminders(url: string, { everyDays, most }: Reminders): string {
	return `${url}${url.includes('?') ? '&' : '?'}${REMINDERS}=${everyDays}x${most}`;
}

export function remindersIn(url: string): Reminders | undefined {
	const found = new RegExp(`[?&]${REMINDERS}=(\\d{1,3})x(\\d{1,3})(?:&|$)`).exec(url);
	return found ? { everyDays: Number(found[1]), most: Number(found[2]) } : undefined;
}
