import { randomBytes } from 'crypto';
import type { IExecuteFunctions, IHttpRequestMethods, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Account } from '../../../shared/account/account';
import { isLoopback } from '../../../shared/account/addresses';
import { rulesOf } from '../../../shared/account/dialect';
import { writeCallback } from '../../../shared/callbacks/callback';
import { pathIn } from '../../../shared/callbacks/triggerPath';
import { isUnreachableUrl } from '../../../shared/callbacks/waitingUrl';
import { closeBody } from '../../../shared/client/call';
import type { ApiVersion } from '../../../shared/client/call';
import type { ByteStream } from '../../../shared/network/answer';
import type { ItemContext } from '../../../shared/execution/operation';
import { oncePerContext } from '../../../shared/memory/processMemory';
import type { CallbackEvent } from '../../../shared/requests/callbackEvent';
import { unlessLate } from '../../../shared/requests/unlessLate';
import {
	callbacksField,
	eventsField,
	manualUrlFields,
	testUrlField,
	triggerPathField,
	triggerUrlField,
} from './callback.fields';
import { nonceFor } from './requestFingerprint';
import type { RequestFingerprint } from './requestFingerprint';

/** Whom the service shall call. */
export function readCallbackChoice(item: ItemContext): CallbackChoice {
	switch (item.read([callbacksField]).callbacks) {
		case 'none':
			return { urls: {} };
		case 'manual': {
			const typed = item.read(manualUrlFields);
			return {
				urls: {
					success: typed.callbackSuccessUrl,
					update: typed.callbackUpdateUrl,
					error: typed.callbackErrorUrl,
				},
			};
		}
		case 'trigger': {
			const {
				callbackPath: path,
				callbackTestUrl,
				callbackEvents: events = [],
			} = item.read([triggerPathField, testUrlField, eventsField]);
			const endpoint = callbackTestUrl ? 'webhook-test' : 'webhook';
			const address = `${ownAddress(item)}/${endpoint}/${path}`;
			return { address, path, events, isOwn: !callbackTestUrl };
		}
		case 'triggerUrl': {
			const { callbackAddress: address, callbackEvents: events = [] } = item.read([
				triggerUrlField,
				eventsField,
			]);
			return { address, path: pathIn(address), events };
		}
	}
}

const resumeUrl = oncePerContext((context: IExecuteFunctions) =>
	String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)),
);

/** No node can ask for the URL of another one, but all webhooks of an n8n have the same beginning. */
function ownAddress(item: ItemContext): string {
	const [base = '', ...rest] = resumeUrl(item.context).split('/webhook-waiting/');
	if (rest.length > 0) return base;
	throw item.fault({
		path: ['callbacks'],
		message:
			"can't be set, because this n8n uses other names for its webhook URLs\nChoose To a Trigger Elsewhere, and paste the URL of the trigger.",
	});
}

export type CallbackUrls = Partial<Record<CallbackEvent, string>>;

/** The user's addresses unchanged, or the address of our trigger for some events. */
export type CallbackChoice =
	| { urls: CallbackUrls }
	| {
			address: string;
			/** Of the trigger; undefined for a node that waits. */
			path?: string;
			events: readonly CallbackEvent[];
			/** The address is the production URL of a trigger on this n8n. */
			isOwn?: boolean;
	  };

const NONCE_BYTES = 16;

/** One address for each event. */
export function callbackUrlsFor(
	choice: CallbackChoice,
	{
		version,
		account,
		creator,
		fingerprint,
	}: { version: ApiVersion; account: Account; creator?: string; fingerprint?: RequestFingerprint },
): CallbackUrls {
	if ('urls' in choice) return choice.urls;
	const { apiKey, placeholderPrefix, dialect } = account;
	const { namesSignature } = rulesOf(dialect, version);
	const nonce = fingerprint ? nonceFor(fingerprint) : randomBytes(NONCE_BYTES).toString('hex');
	const facts = { apiVersion: version, placeholderPrefix, namesSignature, creator };
	const common = { ...facts, nonce, path: choice.path, apiKey };
	return Object.fromEntries(
		choice.events.map((event) => [event, writeCallback(choice.address, { event, ...common })]),
	);
}

const privateIpv4 = /^(10|127|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./;
const privateIpv6 = /^\[(::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/i;
const localName = /\.(local|localhost|internal|intranet|lan|home|test|invalid|example)$/i;

/** Why callbacks to this address may never arrive. */
export function callbackConcern(address: string, serviceAddress: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { hostname, pathname } = new URL(address);
	if (/(^|\/)webhook-test\//.test(pathname)) {
		return 'The callback URL is a test URL (/webhook-test/), which works only while the editor listens. For real requests, switch Test in Editor off, or paste the production URL of the trigger.';
	}
	if (!isUnreachableUrl(address) && !isReachable(serviceAddress, address)) {
		return `Skribble can't reach the callback URL at ${hostname} from the internet. Use a public address. For example, set the environment variable N8N_WEBHOOK_URL (before n8n 2.30: WEBHOOK_URL) of this n8n, and restart it.`;
	}
	return undefined;
}

/** A service on the internet cannot reach this machine or a private network. */
export function isReachable(serviceAddress: string, address: string): boolean {
	return !isPrivate(new URL(address).hostname) || isPrivate(new URL(serviceAddress).hostname);
}

function isPrivate(hostname: string): boolean {
	const isLocalName = localName.test(hostname) || !/[.:[]/.test(hostname);
	return (
		isLocalName || isLoopback(hostname) || privateIpv4.test(hostname) || privateIpv6.test(hostname)
	);
}

/** n8n answers with the methods of a path and starts no workflow. n8n's types don't have it. */
const OPTIONS = 'OPTIONS' as unknown as IHttpRequestMethods;

/** Asked while the request is created. */
const TRIGGER_CHECK_TIMEOUT_MS = 2_000;

const answersIn = oncePerContext(() => new Map<string, Promise<boolean>>());

/**
 * Whether n8n itself says that no published workflow takes calls at this webhook URL. False if that isn't certain:
 * a proxy may have answered, or this n8n can't reach its own address. Never throws.
 */
export async function hasNoTrigger(context: IExecuteFunctions, url: string): Promise<boolean> {
	const answers = answersIn(context);
	const answer = answers.get(url) ?? askForMethods(context, url).catch(() => false);
	answers.set(url, answer);
	return await answer;
}

async function askForMethods(context: IExecuteFunctions, url: string): Promise<boolean> {
	const latestMs = Date.now() + TRIGGER_CHECK_TIMEOUT_MS;
	const { statusCode, headers, body } = await unlessLate(callOptions(context, url), {
		latestMs: () => latestMs,
	});
	closeBody(body as ByteStream);
	// n8n starts the list with OPTIONS; a proxy that answers such calls itself lists what it lets through.
	const [first, ...methods] = String(headers['access-control-allow-methods']).split(', ');
	return statusCode === 204 && first === 'OPTIONS' && !methods.includes('POST');
}

async function callOptions(context: IExecuteFunctions, url: string): Promise<IN8nHttpFullResponse> {
	return (await context.helpers.httpRequest({
		method: OPTIONS,
		url,
		// Without it, n8n doesn't list the methods.
		headers: { Origin: new URL(url).origin },
		encoding: 'stream',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		timeout: TRIGGER_CHECK_TIMEOUT_MS,
	})) as IN8nHttpFullResponse;
}
