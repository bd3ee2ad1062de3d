import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Account } from '../../../../../shared/account/account';
import { rulesOf } from '../../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../../shared/http/call';
import { shortened } from '../../../../../shared/http/foreignText';
import { optional } from '../../../../../shared/operation/form.schema';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { Email, Text } from '../../../../../shared/operation/scalars.schema';
import { newSigners, signersFromJson } from '../../../signerEntry/signers.schema';
import type { Draft } from '../../create/readNewRequest';
import type { Content } from '../../create/retry/content';
import {
	Legislation,
	legislationFor,
	missingLegislation,
	Quality,
	requireDemoKey,
} from '../../quality';
import { documentFrom } from '../../textDocument/textDocument';
import type { MarkedLine } from '../../textDocument/textPdf';
import { isUsable } from './earlierApproval';
import { gatedCallOf, otherCallsOf } from './gatedCall';
import type { GatedCall } from './gatedCall';
import { dataLines, distinct, inEmail } from './readableText';

const LONGEST_REQUESTER = 200;
const Requester = Text.max(LONGEST_REQUESTER, `is longer than ${LONGEST_REQUESTER} characters`);

const Form = z.object({
	approverEmail: Email,
	message: optional(Text),
	quality: optional(Quality),
	options: z.object({ legislation: optional(Legislation), requestedBy: optional(Requester) }),
});

/** A document that states what an agent wants to run, for one person to sign or to decline. */
export function readApproval(
	item: ItemContext,
	{ account: { dialect, law, keyKind }, version }: { account: Account; version: ApiVersion },
): Draft {
	const { approverEmail, message, quality, options } = item.read(Form);
	const rules = rulesOf(dialect, version);
	const legislation = legislationFor(quality, { chosen: options.legislation, ofRegion: law });
	const missing = missingLegislation(quality, legislation);
	if (missing !== undefined) {
		throw item.fault({ path: ['options', 'legislation'], message: missing });
	}
	requireDemoKey(item, { quality, path: ['quality'], keyKind });

	const call = gatedCallOf(item.context);
	if (!call) throw notBetween(item);
	const { lines: input, fault } = dataLines('Input', call.originalInput ?? {});
	if (fault !== undefined) throw tooMuch(item, call, fault);
	const title = distinct(`Approval: ${call.toolName}`);
	const fields = [...factsOf(item, call, options.requestedBy), ...input];
	const entered = JSON.stringify([{ email: approverEmail }]);
	const typed = signersFromJson(newSigners(version)).parse(entered);
	const binding = {
		version,
		approverEmail,
		quality,
		legislation,
		requestedBy: options.requestedBy,
	};
	const draftWith = (text: string) => {
		const { source, signers } = documentFrom({ title, text, fields }, { signers: typed, rules });
		return {
			request: {
				version,
				title,
				message: withInput(message, input),
				quality,
				legislation,
				signers,
			},
			list: { signers },
			rules,
			sources: [source],
			content: contentOf(call, binding),
			deleteLeftovers: true,
		};
	};
	return {
		...draftWith(STATEMENT),
		sendOnRetry: false,
		again: {
			isNeeded: async ({ found, unsure }) =>
				found ? !(await isUsable(item, version, found)) : unsure.length > 0,
			draft: { ...draftWith(`${STATEMENT}\n\n${AGAIN}`), sendOnRetry: true },
		},
		stillWanted: otherCallsOf(item.context).map((one) => contentOf(one, binding)),
	};
}

/** What was approved. The document itself also states the time and the execution, which a retry changes. */
function contentOf(call: GatedCall, binding: object): Content {
	const { toolName, gatedToolNodeName, originalInput = {} } = call;
	return { facts: { toolName, gatedToolNodeName, originalInput, ...binding }, documents: [] };
}

const STATEMENT = [
	'An AI agent asks for approval to run a tool. Signing this document approves this one call, with exactly the input below. Declining it refuses the call.',
	'The input is what the agent supplies. It does not include values that are set in the tool itself, or the defaults of the tool.',
	'A dot marks the start of each field. Text that the agent supplies is in quotation marks. A code such as \\u{430} stands for a character that this font lacks, or that looks like another one.',
].join('\n\n');

/** Where the execution is tried again, and it cannot be ruled out that an earlier approval of the same call was used. */
const AGAIN =
	'This is a retry, and this call may have run already: an earlier request to approve it was signed, or may have been. Sign only if the call may run again.';

/** Text of n8n and of the user. */
function factsOf(
	{ context }: ItemContext,
	{ toolName, gatedToolNodeName }: GatedCall,
	requestedBy: string | undefined,
): MarkedLine[] {
	const { name, id } = context.getWorkflow();
	const facts = {
		Tool: toolName,
		Node: gatedToolNodeName,
		...(requestedBy && { 'Requested by': requestedBy }),
		Workflow: name ?? id,
		Execution: context.getExecutionId(),
		Time: `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`,
	};
	return Object.entries(facts).map(([label, text]) => ({
		depth: 0,
		text: `${label}: ${distinct(String(text))}`,
	}));
}

const MOST_IN_EMAIL = 1_000;

/** n8n's own message names the input by an expression that writes [object Object]. */
function withInput(message: string | undefined, input: MarkedLine[]): string | undefined {
	const text = inEmail(input);
	const shown = text.length > MOST_IN_EMAIL ? 'see the document' : text;
	return message?.replace('[object Object]', () => shown);
}

function tooMuch({ context, itemIndex }: ItemContext, { toolName }: GatedCall, fault: string) {
	return new NodeOperationError(
		context.getNode(),
		`The input of ${shortened(toolName)} ${fault}, which is too much to read and sign`,
		{ itemIndex, description: 'Call the tool with less input. Nothing was sent.' },
	);
}

function notBetween({ context, itemIndex }: ItemContext): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'No tool call of an agent waits for approval', {
		itemIndex,
		description:
			'Connect this node between an AI Agent (version 3 or newer) and the tool that needs approval. Nothing was sent.',
	});
}
