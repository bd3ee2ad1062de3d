import { createHash, createHmac, randomBytes } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Pdf } from '../../../shared/documents/pdf';
import type { Source } from '../../../shared/documents/source';
import { runIndexOf } from '../../../shared/execution/checkpoints';
import { oncePerContext } from '../../../shared/memory/processMemory';
import { canonicalJson } from '../../../shared/network/json';
import type { RequestWithCallbacks } from '../../../shared/requests/signatureRequest.schema';

/** Must be the same for a retry to continue with the request that the first attempt sent. */
export interface Content {
	facts: unknown;
	/** Before any preparation: the original files. */
	documents: Source[];
}

/** Files are compared by their bytes, uploaded documents by their id, and others by their URL. */
export async function digestOf({ facts, documents }: Content): Promise<string> {
	const compared = await Promise.all(
		documents.map(async (one) => ('pdf' in one ? await digestOfFile(one.pdf) : one)),
	);
	return createHash('sha256')
		.update(canonicalJson([facts, compared]))
		.digest('hex');
}

async function digestOfFile(pdf: Pdf): Promise<string> {
	const hash = createHash('sha256');
	if ('bytes' in pdf) return hash.update(pdf.bytes).digest('hex');
	for await (const chunk of await pdf.open()) hash.update(chunk as Buffer);
	return hash.digest('hex');
}

/** The retry of an execution recognizes the requests of the first attempt by it. */
export interface RequestFingerprint {
	/** The execution and the node. */
	node: string;
	/** A node in a loop has several. */
	run: string;
	content: string;
}

/** How many hexadecimal digits each part has, in this order, in the nonce of a callback address. */
const LENGTHS = { node: 16, run: 8, content: 24 } as const;
const RANDOM_BYTES = 8;
const parts = Object.entries(LENGTHS).map(([name, length]) => `(?<${name}>[0-9a-f]{${length}})`);
const IN_ADDRESS = new RegExp(`[?&]nonce=${parts.join('')}`);

/**
 * Derived from the token that n8n saves with an execution and passes to its retry. It reveals neither the token nor the
 * content. Older versions of n8n have no token.
 */
export function fingerprintOf(
	context: IExecuteFunctions,
	digest: string,
): RequestFingerprint | undefined {
	const token = tokenOf(context);
	if (token === undefined) return undefined;
	const { id } = context.getNode();
	return {
		node: part('node', token, id),
		run: part('run', token, runIndexOf(context)),
		content: part('content', token, digest),
	};
}

function part(name: keyof RequestFingerprint, token: string, value: string): string {
	const whole = createHmac('sha256', token).update(`${name}\n${value}`).digest('hex');
	return whole.slice(0, LENGTHS[name]);
}

/** Unique to a request, and the same in all its callback addresses. */
export function nonceFor({ node, run, content }: RequestFingerprint): string {
	return [node, run, content, randomBytes(RANDOM_BYTES).toString('hex')].join('');
}

/** From the callback addresses of a request; undefined if this package did not write them. */
export function readFingerprint({
	callbackUrls,
}: Pick<RequestWithCallbacks, 'callbackUrls'>): RequestFingerprint | undefined {
	const [written] = Object.values(callbackUrls).flatMap((url) => {
		const { groups } = IN_ADDRESS.exec(String(url)) ?? {};
		return groups ? [groups] : [];
	});
	return written as RequestFingerprint | undefined;
}

const tokenOf = oncePerContext((context: IExecuteFunctions) => {
	const { $execution: execution } = context.getWorkflowDataProxy(0);
	const { resumeUrl } = execution as { resumeUrl: string };
	return /[?&]signature=([^&]+)/.exec(resumeUrl)?.[1];
});
