import { createHmac, randomBytes } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { perRun } from '../../../../../shared/memory/perRun';
import { runIndexOf } from '../../../../../shared/memory/runIndex';
import type { RequestWithCallbacks } from '../../../../../shared/signatureRequest/signatureRequest.schema';

/** By which an execution that n8n tries again recognises its earlier requests. */
export interface Mark {
	/** The execution and the node. */
	place: string;
	/** In a loop a node has several. */
	run: string;
	content: string;
}

/** How many hexadecimal digits each part has, in this order, in the nonce of a callback address. */
const LENGTHS = { place: 16, run: 8, content: 24 } as const;
const RANDOM_BYTES = 8;
const parts = Object.entries(LENGTHS).map(([name, length]) => `(?<${name}>[0-9a-f]{${length}})`);
const WRITTEN = new RegExp(`[?&]nonce=${parts.join('')}`);

/**
 * It comes from the token that n8n keeps with an execution and hands on to its retry; neither the token nor the content
 * can be found from it. Older versions of n8n have no token.
 */
export function markOf(context: IExecuteFunctions, digest: string): Mark | undefined {
	const token = tokenOf(context);
	if (token === undefined) return undefined;
	const { id } = context.getNode();
	return {
		place: part('place', token, id),
		run: part('run', token, runIndexOf(context)),
		content: part('content', token, digest),
	};
}

function part(name: keyof Mark, token: string, value: string): string {
	const whole = createHmac('sha256', token).update(`${name}\n${value}`).digest('hex');
	return whole.slice(0, LENGTHS[name]);
}

/** All addresses of a request have the same one, and no other request has it. */
export function nonceFor({ place, run, content }: Mark): string {
	return [place, run, content, randomBytes(RANDOM_BYTES).toString('hex')].join('');
}

/** The mark in the addresses of a request; undefined where there is none of ours. */
export function readMark({
	callbackUrls,
}: Pick<RequestWithCallbacks, 'callbackUrls'>): Mark | undefined {
	const [written] = Object.values(callbackUrls).flatMap((url) => {
		const { groups } = WRITTEN.exec(String(url)) ?? {};
		return groups ? [groups] : [];
	});
	return written as Mark | undefined;
}

const tokenOf = perRun((context: IExecuteFunctions) => {
	const { $execution: execution } = context.getWorkflowDataProxy(0);
	const { resumeUrl } = execution as { resumeUrl: string };
	return /[?&]signature=([^&]+)/.exec(resumeUrl)?.[1];
});
