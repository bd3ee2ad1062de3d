import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../http/call';
import { callTo } from '../http/endpoint';
import { shortened } from '../http/foreignText';
import { callForJson } from '../http/transport';
import type { SchemaFor } from '../operation/form.schema';
import { omitUndefined } from '../operation/omit';
import type { ItemContext } from '../operation/operation';
import { stepEndpoints } from './endpoints';
import { Compressed, Conformed, MOST_TAGS, Spotted } from './tooling.schema';
import type { TagResults, Uploaded } from './tooling.schema';
import { untilReady } from './untilReady';

/** What the user has switched on. */
export interface Switches {
	findSigners: boolean;
	/** What the compressed file is for. */
	compress?: string;
	/** The level, or the one that the service recommends. */
	pdfA?: { level: string; allowDowngrade: boolean };
	force: boolean;
}

export interface StepLimits {
	/** For each step by itself. */
	limitMs: number;
	timeoutSeconds?: number;
}

/** What the steps have found out. */
export interface Prepared {
	tags?: TagResults;
	pages?: number;
	conformance?: string;
	claimedConformance?: string;
	warnings: string[];
}

/** What every step answers with, beside its own. */
interface StepAnswer {
	status: string;
	details: string[];
}

interface StepCall<T extends StepAnswer> {
	name: keyof typeof stepEndpoints;
	query?: IDataObject;
	schema: SchemaFor<T>;
}

/** One step of the service, asked for until it is done. */
export async function runStep<T extends StepAnswer>(
	{ context, itemIndex }: ItemContext,
	{ id, patience }: { id: string; patience: StepLimits },
	{ name, query, schema }: StepCall<T>,
): Promise<T> {
	const { limitMs, timeoutSeconds } = patience;
	const call: Call = {
		...callTo(stepEndpoints[name], id),
		version: 'v1',
		query: query && omitUndefined(query),
		timeoutSeconds,
		itemIndex,
	};
	return await untilReady(context, {
		call,
		limitMs,
		ask: async (asked) => await callForJson(context, asked, schema),
		isPending: ({ status }) => status.toLowerCase() === 'pending',
	});
}

/** As the form calls them, for errors and warnings. */
export const stepNames = {
	upload: 'Upload',
	tags: 'Find Signers by Tags',
	compress: 'Compress',
	pdfA: 'Make PDF/A',
	check: 'Check PDF/A',
	download: 'Download',
};
type StepName = (typeof stepNames)[keyof typeof stepNames];

/** Its errors begin with the name of the step, because several run one after the other. */
export async function named<T>(step: StepName, work: () => Promise<T>): Promise<T> {
	return await work().catch((error: unknown) => {
		if (error instanceof NodeApiError || error instanceof NodeOperationError) {
			error.message = `${step}: ${error.message}`;
		}
		throw error;
	});
}

/**
 * Tags first, because the other steps may change the text in which they stand; PDF/A last, because compressing
 * may end the conformance.
 */
export async function runSteps(
	item: ItemContext,
	{ id, permissions, properties }: Uploaded,
	{ switches, patience }: { switches: Switches; patience: StepLimits },
): Promise<Prepared> {
	const { findSigners, compress, pdfA, force } = switches;
	const upload = { id, patience };
	const forced = force || undefined;
	const done: Prepared = {
		pages: properties.pages,
		claimedConformance: properties.claimedConformance,
		warnings: [],
	};
	if (findSigners) {
		await named(stepNames.tags, async () => {
			const spotted = await runStep(item, upload, { name: 'spotsigners', schema: Spotted });
			requireSuccess(item, spotted);
			if (spotted.results === 'tooMany') throw tooManyTags(item);
			done.tags = spotted.results;
		});
	}
	if (compress !== undefined) {
		await named(stepNames.compress, async () => {
			requirePermission(item, permissions.canCompress, force);
			const query = { optimise: compress, force: forced };
			const schema = Compressed;
			const answer = await runStep(item, upload, { name: 'compress', query, schema });
			done.pages = answer.pages ?? done.pages;
			done.claimedConformance = answer.claimedConformance ?? done.claimedConformance;
			// The file can be used as it is.
			if (hasFailed(answer)) {
				done.warnings.push(`Compress: it stayed as it was. ${reasonIn(answer)}`);
			} else if (!hasSucceeded(answer)) {
				done.warnings.push(`Compress: it may have stayed as it was. ${reasonIn(answer)}`);
			}
		});
	}
	if (pdfA) {
		await named(stepNames.pdfA, async () => {
			requirePermission(item, permissions.canConform, force);
			const query = { conform: pdfA.level, allowdowngrade: pdfA.allowDowngrade, force: forced };
			const answer = await runStep(item, upload, { name: 'conform', query, schema: Conformed });
			requireSuccess(item, answer);
			done.conformance = answer.conformance;
			done.claimedConformance = answer.claimedConformance ?? answer.conformance;
			if (answer.downgraded) done.warnings.push(downgraded(pdfA.level, answer.conformance));
		});
	}
	if (permissions.allowsSign === false) {
		done.warnings.push('The file does not allow signatures: its author has restricted it.');
	}
	return done;
}

function downgraded(level: string, conformance = 'a lower level'): string {
	return `Make PDF/A: ${level} was not possible, and the file is ${conformance} instead. Switch Allow Downgrade off to stop then.`;
}

export function hasFailed({ status }: StepAnswer): boolean {
	return status.toLowerCase() === 'failed';
}

export function hasSucceeded({ status }: StepAnswer): boolean {
	return status.toLowerCase() === 'success';
}

/** In words, for an answer that is no success. */
export function reasonIn(answer: StepAnswer): string {
	const { status, details } = answer;
	const words = details.length === 0 ? '' : `The service says: ${shortened(details.join(' '))}`;
	if (hasFailed(answer)) return words || 'The service gives no reason.';
	const unknown = `The service answered with the status "${shortened(status)}", which is not a success.`;
	return [unknown, words].filter(Boolean).join(' ');
}

function requireSuccess({ context, itemIndex }: ItemContext, answer: StepAnswer): void {
	if (hasSucceeded(answer)) return;
	throw new NodeOperationError(context.getNode(), 'The service could not do this with the file', {
		itemIndex,
		description: `${reasonIn(answer)}\nSwitch this step off, or correct the file and run again.`,
	});
}

function tooManyTags({ context, itemIndex }: ItemContext): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The document has more than ${MOST_TAGS} tags and signatures`,
		{ itemIndex, description: 'Remove tags from the document, or split it, and run again.' },
	);
}

/** A file that is signed or restricted is not changed, because that would end its signatures. */
function requirePermission(
	{ context, itemIndex }: ItemContext,
	isAllowed: boolean | undefined,
	force: boolean,
): void {
	if (isAllowed !== false || force) return;
	throw new NodeOperationError(context.getNode(), 'The service does not change this file', {
		itemIndex,
		description:
			'It is signed, or its author has restricted it. Switch this step off, or add the option Force, which makes signatures in the file invalid.',
	});
}
