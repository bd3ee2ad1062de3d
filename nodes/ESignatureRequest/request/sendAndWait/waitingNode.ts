/** What n8n's editor shows of a waiting node. */
import type { IExecuteFunctions, NodeHint } from 'n8n-workflow';

import { isPolledHere } from '../../../shared/callbacks/resumePolls';
import { hintOnce } from '../../../shared/execution/output';
import { oncePerContext } from '../../../shared/memory/processMemory';
import { signerName, signingLinkOf } from '../../../shared/requests/signatureRequest.schema';
import type { SentRequest } from './waitResult';

/**
 * Because the operation is called `sendAndWait`, n8n's editor shows "This action will run only once, for the first input
 * item", which is true of n8n's nodes only. That can't be removed, so this hint appears above it.
 */
export const perItemHint: NodeHint = {
	message:
		"This node sends one request for each input item, unless Execute Once is on. n8n’s hint about the first input item doesn't apply to it.",
	type: 'info',
	location: 'outputPane',
	displayCondition: '={{ $parameter["operation"] === "sendAndWait" && $input.all().length > 1 }}',
};

const MOST_NAMED = 20;
const TOOLTIP = 'The execution continues when all requests are signed or have ended otherwise';

const NEEDS_TRIGGER =
	'This execution needs a published workflow with the E-Signature Polling Trigger and its event Resume Waiting Executions. If you have none yet, import the example “Resume waiting executions” and publish it.';

const trigger = oncePerContext(() => ({ isNeeded: false }));

/** A node can't see which workflows are published. In this process, the trigger says that it polls. */
export function noteTrigger(context: IExecuteFunctions): void {
	if (isPolledHere()) return;
	trigger(context).isNeeded = true;
	hintOnce(context, NEEDS_TRIGGER);
}

/** n8n's editor shows it instead of the output while the node waits. */
export const waitingNodeTooltip = `={{ $execution.resumeUrl.startsWith("http") ? "${TOOLTIP}" : $execution.resumeUrl }}`;

/**
 * The tooltip can only read the node's description and the resume address in the metadata of the run. So the text replaces
 * that address. It contains no token.
 */
export function showInEditor(context: IExecuteFunctions, sent: SentRequest[]): void {
	const open = sent.filter(({ outcome }) => outcome === undefined);
	const lines = open.slice(0, MOST_NAMED).map(lineFor);
	const more = open.length > MOST_NAMED ? [`and ${open.length - MOST_NAMED} more`] : [];
	const note = trigger(context).isNeeded ? [NEEDS_TRIGGER] : [];
	context.setMetadata({ resumeUrl: [...note, `${TOOLTIP}:`, ...lines, ...more].join('<br>') });
}

function lineFor({ requestId, request }: SentRequest): string {
	const links = (request?.signatures ?? []).flatMap((signature) => {
		const link = request && signingLinkOf(signature, request);
		if (!link?.startsWith('http')) return [];
		const name = escaped(signerName(signature) ?? 'signing link');
		return [`<a href="${escaped(link)}" target="_blank">${name}</a>`];
	});
	return [escaped(request?.title ?? requestId), ...links].join(', ');
}

/** The editor renders the text as HTML. */
function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
