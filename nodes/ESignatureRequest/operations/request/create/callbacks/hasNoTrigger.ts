import { OperationalError } from 'n8n-workflow';
import type { IExecuteFunctions, IHttpRequestMethods, IN8nHttpFullResponse } from 'n8n-workflow';

import { closeBody } from '../../../../../shared/http/body';
import type { ByteStream } from '../../../../../shared/http/body';
import { perRun } from '../../../../../shared/memory/perRun';
import { unlessLate } from '../../../../../shared/signatureRequest/unlessLate';

/** n8n answers it with the methods of a path and starts no workflow. n8n's own types leave it out. */
const OPTIONS = 'OPTIONS' as unknown as IHttpRequestMethods;

/** The request is created meanwhile. */
const TIMEOUT_MS = 2_000;

const answersIn = perRun(() => new Map<string, Promise<boolean>>());

/**
 * Whether n8n itself says that no published workflow takes calls at this webhook URL. False if that isn't certain:
 * a proxy may have answered, or this n8n can't reach its own address. Never throws.
 */
export async function hasNoTrigger(context: IExecuteFunctions, url: string): Promise<boolean> {
	const answers = answersIn(context);
	const answer = answers.get(url) ?? ask(context, url).catch(() => false);
	answers.set(url, answer);
	return await answer;
}

async function ask(context: IExecuteFunctions, url: string): Promise<boolean> {
	const startedMs = Date.now();
	const { statusCode, headers, body } = await unlessLate(call(context, url), {
		isLate: () => Date.now() - startedMs > TIMEOUT_MS,
		failure: () => new OperationalError('Late'),
	});
	closeBody(body as ByteStream);
	// n8n starts the list with OPTIONS; a proxy that answers such calls itself lists what it lets through.
	const [first, ...methods] = String(headers['access-control-allow-methods']).split(', ');
	return statusCode === 204 && first === 'OPTIONS' && !methods.includes('POST');
}

async function call(context: IExecuteFunctions, url: string): Promise<IN8nHttpFullResponse> {
	return (await context.helpers.httpRequest({
		method: OPTIONS,
		url,
		// Without it, n8n doesn't list the methods.
		headers: { Origin: new URL(url).origin },
		encoding: 'stream',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		timeout: TIMEOUT_MS,
	})) as IN8nHttpFullResponse;
}
