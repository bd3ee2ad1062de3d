import type { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Account } from '../../../../shared/account/account';
import { rulesOf } from '../../../../shared/account/dialect';
import { callTo } from '../../../../shared/client/call';
import type { ApiVersion } from '../../../../shared/client/call';
import { callForJson, callService } from '../../../../shared/client/callService';
import { shortened } from '../../../../shared/client/foreignText';
import { bodyWithContent } from '../../../../shared/documents/pdf';
import type { ItemContext } from '../../../../shared/execution/operation';
import { getCallbacks } from '../../../../shared/requests/callbackEvent';
import { readRequest } from '../../../../shared/requests/readRequest';
import { outcomeOf } from '../../../../shared/requests/requestEvent';
import type { SignatureRequest } from '../../../../shared/requests/signatureRequest.schema';
import { addAttachmentEndpoint } from '../../../endpoints';
import { newSigners, signersFromJson } from '../../../signerEntry/signers.schema';
import { settingFields } from '../../create/create.fields';
import type { Draft } from '../../create/readNewRequest';
import type { Content } from '../../create/requestFingerprint';
import { legislationFor, missingLegislation, requireDemoKey } from '../../quality';
import { textDocument } from '../../textDocument/textDocument';
import { writeTextPdf } from '../../textDocument/textPdf';
import type { MarkedLine } from '../../textDocument/textPdf';
import { gatedCallOf, otherCallsOf } from './approval';
import type { GatedCall } from './approval';
import { approverField, reviewOptionsField } from '../wait.fields';
import { dataLines, distinct, inEmail } from './readableText';

/** A document that states what an agent wants to run, for one person to sign or to decline. */
export function readApproval(
	item: ItemContext,
	{ account: { dialect, law, keyKind }, version }: { account: Account; version: ApiVersion },
): Draft {
	const { approverEmail, options } = item.read([approverField, reviewOptionsField]);
	const { message, quality } = item.read(settingFields);
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
	const approver = JSON.stringify([{ email: approverEmail }]);
	const typed = signersFromJson(newSigners(version)).parse(approver);
	const binding = {
		version,
		approverEmail,
		quality,
		legislation,
		requestedBy: options.requestedBy,
	};
	const draftWith = (text: string) => {
		const { source, signers } = textDocument({ title, text, fields }, { signers: typed, rules });
		return {
			request: {
				version,
				title,
				message: withInput(message, input),
				quality,
				legislation,
				signers,
			},
			signerList: { signers },
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

/** Without the time and the execution, which the document states too: a retry changes them. */
function contentOf(call: GatedCall, binding: object): Content {
	const { toolName, gatedToolNodeName, originalInput = {} } = call;
	return { facts: { toolName, gatedToolNodeName, originalInput, ...binding }, documents: [] };
}

const STATEMENT = [
	'An AI agent asks for approval to run a tool. Signing this document approves this one call, with exactly the input below. Declining it refuses the call.',
	'The input is what the agent supplies. It does not include values that are set in the tool itself, or the defaults of the tool.',
	'A dot marks the start of each field. Text that the agent supplies is in quotation marks. A code such as \\u{430} stands for a character that this font lacks, or that looks like another one.',
].join('\n\n');

/** In a retry, if an earlier approval of the same call may have been used. */
const AGAIN =
	'This is a retry, and this call may have run already: an earlier request to approve it was signed, or may have been. Sign only if the call may run again.';

/** From n8n and the user, not from the model. */
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

/** The expression in n8n's default message renders the input as [object Object]. */
function withInput(message: string | undefined, input: MarkedLine[]): string | undefined {
	const text = inEmail(input);
	const shown = text.length > MOST_IN_EMAIL ? 'see the document' : text;
	return message?.replace('[object Object]', () => shown);
}

function tooMuch({ error }: ItemContext, { toolName }: GatedCall, fault: string) {
	return error(
		`The input of ${shortened(toolName)} ${fault}, too much to read and sign`,
		'Call the tool with less input. Nothing was sent.',
	);
}

function notBetween({ error }: ItemContext): NodeOperationError {
	return error(
		'No tool call of an agent waits for approval',
		'Connect this node between an AI Agent (version 3 or newer) and the tool that needs approval. Nothing was sent.',
	);
}

/** The name of an attachment that marks a signed approval as used. */
const RECEIPT = 'Approval used.pdf';

/**
 * Whether a retry may use an approval that the first attempt requested. A signature is valid for one call of the tool, so
 * it must certainly never have reached the agent. The retry then attaches a receipt, so that the next one doesn't use it.
 */
async function isUsable(
	item: ItemContext,
	version: ApiVersion,
	found: SignatureRequest,
): Promise<boolean> {
	if (outcomeOf(found) !== 'signed') return true;
	if (receiptsOf(found).length > 0) return false;
	const ref = { version, requestId: found.id, itemIndex: item.itemIndex };
	return await wasNeverDelivered(item, ref)
		.then(async (isUnused) => isUnused && (await attachReceipt(item, ref)))
		.catch(() => false);
}

type Ref = Parameters<typeof readRequest>[1];

const Entry = z.object({
	type: z.string(),
	state: z.string(),
	attempts: z.number(),
	messages: z.array(z.string()),
});

/** A refusal, or no connection at all: other failures may come after n8n has taken the call. */
const REFUSED = /\b4\d\d\b|refused/i;

async function wasNeverDelivered({ context, itemIndex }: ItemContext, ref: Ref): Promise<boolean> {
	const { version, requestId } = ref;
	const call = { ...callTo(getCallbacks, requestId), version, itemIndex };
	const entries = await callForJson(context, call, z.array(Entry));
	const calls = entries.filter(({ type }) => type.toUpperCase() === 'SUCCESS');
	const isRefused = ({ state, attempts, messages }: z.infer<typeof Entry>) =>
		state !== 'COMPLETED' &&
		messages.length === attempts &&
		messages.every((one) => REFUSED.test(one));
	return calls.length > 0 && calls.every(isRefused);
}

/** Two concurrent retries see two receipts, so neither of them uses the approval. A receipt has to be visible. */
async function attachReceipt({ context, itemIndex }: ItemContext, ref: Ref): Promise<boolean> {
	const { version, requestId } = ref;
	const { bytes } = writeTextPdf(
		{
			title: 'Approval used',
			text: `n8n could not be reached when this approval was signed. The retry in execution ${context.getExecutionId()} used it. It cannot be used again.`,
		},
		{ boxes: 0, yCountsFrom: 'top' },
	);
	const about = { filename: RECEIPT, content_type: 'application/pdf' };
	const body = bodyWithContent(about, { bytes, sizeBytes: bytes.length });
	await callService(context, {
		...callTo(addAttachmentEndpoint, requestId),
		version,
		body,
		itemIndex,
	});
	return receiptsOf(await readRequest(context, ref)).length === 1;
}

function receiptsOf({ attachments = [] }: SignatureRequest): unknown[] {
	return attachments.filter(({ filename }) => filename === RECEIPT);
}
