import type { IExecuteFunctions } from 'n8n-workflow';

import {
	signerName,
	signingLinkOf,
} from '../../../../shared/signatureRequest/signatureRequest.schema';
import type { SentRequest } from './waitResult';

/** More would be a wall of text. */
const MOST_NAMED = 20;
const USUAL = 'The execution goes on when all requests are signed or have ended otherwise';

/** While a node waits, n8n's editor shows this instead of its output. */
export const waitingNodeTooltip = `={{ $execution.resumeUrl.startsWith("http") ? "${USUAL}" : $execution.resumeUrl }}`;

/**
 * n8n reads nothing of a waiting node but its description, and from the metadata of the run the address that a tooltip may
 * show. That address is ours to write: the text takes its place, which holds no token.
 */
export function showInEditor(context: IExecuteFunctions, sent: SentRequest[]): void {
	const open = sent.filter(({ outcome }) => outcome === undefined);
	const lines = open.slice(0, MOST_NAMED).map(lineFor);
	const more = open.length > MOST_NAMED ? [`and ${open.length - MOST_NAMED} more`] : [];
	context.setMetadata({ resumeUrl: [`${USUAL}:`, ...lines, ...more].join('<br>') });
}

function lineFor({ requestId, request }: SentRequest): string {
	const links = (request?.signatures ?? []).flatMap((signature) => {
		const link = request && signingLinkOf(signature, request);
		if (!link?.startsWith('http')) return [];
		const name = escaped(signerName(signature) ?? 'signing link');
		return [`<a href="${escaped(link)}" target="_blank">${name}</a>`];
	});
	return [`Request ${escaped(requestId)}`, ...links].join(', ');
}

/** The editor takes the text for HTML. */
function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
