import type { IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';

import { readBeginning } from '../network/answer';
import { parseJson } from '../network/json';

const TIMEOUT_MS = 5_000;
const LONGEST_ANSWER_BYTES = 64 * 1024;

/** Whether the service reports itself that it is not up. Any other answer, or none, is no such report. */
export async function reportsDown(helper: IHttpRequestHelper, address: string): Promise<boolean> {
	try {
		const { body } = (await helper.helpers.httpRequest({
			method: 'GET',
			url: `${address}/management/health`,
			headers: { Accept: 'application/json' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: TIMEOUT_MS,
		})) as IN8nHttpFullResponse;
		const bounds = {
			silenceMs: TIMEOUT_MS,
			wholeMs: TIMEOUT_MS,
			mostBytes: LONGEST_ANSWER_BYTES,
		};
		const report = parseJson(await readBeginning(body, bounds)) as { status?: unknown } | undefined;
		// As Spring's health endpoint names them; an error of another kind has a number here.
		return /^(down|out_of_service)$/i.test(String(report?.status));
	} catch {
		return false;
	}
}
