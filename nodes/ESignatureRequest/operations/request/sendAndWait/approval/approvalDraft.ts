import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Account } from '../../../../../shared/account/account';
import { rulesOf } from '../../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../../shared/http/call';
import { optional } from '../../../../../shared/operation/form.schema';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { Email, Text } from '../../../../../shared/operation/scalars.schema';
import { newSigners, signersFromJson } from '../../../signerEntry/signers.schema';
import type { Draft } from '../../create/readNewRequest';
import {
	Legislation,
	legislationFor,
	missingLegislation,
	Quality,
	requireDemoKey,
} from '../../quality';
import { documentFrom } from '../../textDocument/textDocument';
import { unprintable } from '../../textDocument/winAnsi';
import { gatedCallOf } from './gatedCall';
import type { GatedCall } from './gatedCall';
import { readableText } from './readableText';

const Form = z.object({
	approverEmail: Email,
	message: optional(Text),
	quality: optional(Quality),
	options: z.object({ legislation: optional(Legislation), requestedBy: optional(Text) }),
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
	const title = printable(`Approval: ${call.toolName}`);
	const text = printable(statementOf(item, call, options.requestedBy));
	const entered = JSON.stringify([{ email: approverEmail }]);
	const typed = signersFromJson(newSigners(version)).parse(entered);
	const { source, signers } = documentFrom({ title, text }, { signers: typed, rules });
	return {
		request: { version, title, message: withInput(message, call), quality, legislation, signers },
		list: { signers },
		rules,
		sources: [source],
		deleteLeftovers: true,
		sendOnRetry: false,
	};
}

function statementOf(
	{ context }: ItemContext,
	{ toolName, gatedToolNodeName, originalInput }: GatedCall,
	requestedBy: string | undefined,
): string {
	const { name, id } = context.getWorkflow();
	return [
		'An AI agent asks for approval to run a tool. Signing this document approves this one call, with exactly the input below. Declining it refuses the call.',
		'',
		readableText({
			Tool: toolName,
			Node: gatedToolNodeName,
			...(requestedBy && { 'Requested by': requestedBy }),
			Workflow: name ?? id,
			Execution: context.getExecutionId(),
			Time: `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`,
		}),
		'',
		'Input:',
		readableText(originalInput ?? {}, '    '),
	].join('\n');
}

/** n8n's own message names the input by an expression that writes [object Object]. */
function withInput(message: string | undefined, { originalInput }: GatedCall): string | undefined {
	return message?.replace('[object Object]', () => readableText(originalInput ?? {}));
}

/** What the font of the PDF does not have is written as its number, so that nothing is left out. */
function printable(text: string): string {
	// As the PDF has it: what is written in parts is one character there.
	const whole = text.normalize('NFC');
	return unprintable(whole).reduce(
		(all, one) => all.replaceAll(one, `\\u{${one.codePointAt(0)?.toString(16)}}`),
		whole,
	);
}

function notBetween({ context, itemIndex }: ItemContext): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'No tool call of an agent waits for approval', {
		itemIndex,
		description:
			'Connect this node between an AI Agent (version 3 or newer) and the tool that needs approval. Nothing was sent.',
	});
}
