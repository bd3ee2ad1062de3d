import type { IBinaryData, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';

import { readAccount } from '../../shared/account/account';
import { rulesOf } from '../../shared/account/dialect';
import { fileFault } from '../../shared/documents/document';
import { downloadPdf } from '../../shared/documents/download';
import {
	deleteDocument,
	getContent,
	getDocument,
	uploadDocument,
} from '../../shared/documents/documentCalls';
import { bodyWithContent } from '../../shared/documents/pdf';
import { titleIn } from '../../shared/documents/source';
import { callTo } from '../../shared/client/call';
import type { ApiVersion, Call, Endpoint } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { answerObject } from '../../shared/client/answerSchema';
import type { Values } from '../../shared/form/field';
import { oneOf } from '../../shared/form/readers';
import { pagesToSeal, pdfToSeal } from './pdfToSeal';
import { readPlacement, requireCorner, sealBody } from './seal.body';
import { ownFields, sealFields } from './seal.fields';

const option: Operation['option'] = {
	name: 'Seal Document',
	value: 'seal',
	action: 'Seal document',
	description: 'Seal a PDF with the electronic seal of your company',
};

const forAgents = "Put the company's electronic seal on a PDF";

const sealEndpoint: Endpoint = {
	method: 'POST',
	path: '/seal',
	howToCheck:
		'Check with Get Many of the E-Signature Document node whether there is a sealed document with this title before you try again. Skribble may bill every seal.',
	refusals: [
		{
			status: 403,
			message: "Skribble hasn't activated sealing for your business",
			remedy:
				"Only business customers can seal. Ask Skribble's support to activate sealing for the business that owns the API key.",
		},
	],
};

const ChosenVersion = z.object({ apiVersion: oneOf('auto', 'v1', 'v2', 'v3') });

const SealAnswer = answerObject({ document_id: z.string() });

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const parameters = item.read(ownFields);
	const outputField = parameters.download && parameters.outputPropertyName;
	const { chosen, version, rules } = await readVersion(item);
	if (chosen === 'auto') requireNames(item, parameters, version);
	const placed = await readPlacement(item, { version, rules });
	const { timeoutSeconds } = parameters.options;
	const settings = { version, timeoutSeconds };
	const pdf = await pdfToSeal(item, parameters.source, settings);
	const pages = placed.placement === 'corner' ? await pagesToSeal(item, pdf, settings) : undefined;
	if (pages) requireCorner(item, placed, pages);
	const title = parameters.title || titleIn({ pdf });
	const { accountName } = parameters;
	const fields = sealBody({ version, rules, title, accountName, placed, pages });
	const body = bodyWithContent(fields, pdf);
	const call: Call = { ...callTo(sealEndpoint), ...settings, body, itemIndex };
	const sealed = await sendOnce(context, itemIndex, {
		what: 'this document to be sealed',
		send: async () => await callForJson(context, call, SealAnswer),
	});
	if (!outputField) return { json: sealed };
	const binary = await downloadSealed(item, {
		...settings,
		documentId: sealed.document_id,
		fileName: parameters.options.fileName || title || 'sealed',
		expectedBytes: pdf.sizeBytes,
	});
	return { json: sealed, binary: { [outputField]: binary } };
}

/** Unless chosen: the contract shows version 1 only (interface.md 4.4), the public regions begin with 2. */
async function readVersion({ context, readAs }: ItemContext) {
	const { apiVersion: chosen } = readAs(['apiVersion'], ChosenVersion);
	const { dialect } = await readAccount(context);
	const version = chosen === 'auto' ? rulesOf(dialect, 'v2').sealVersion : chosen;
	return { chosen, version, rules: rulesOf(dialect, version) };
}

/** What version 1 does not know would be silently lost. */
function requireNames(
	item: ItemContext,
	parameters: Values<typeof ownFields>,
	version: ApiVersion,
): void {
	if (version !== 'v1') return;
	const name = (['title', 'accountName'] as const).find((one) => parameters[one]);
	if (name === undefined) return;
	throw item.fault({
		path: [name],
		message: "doesn't exist in API Version V1, which this address uses\nChoose V2 or V3.",
	});
}

interface SealedDocument extends Pick<Call, 'version' | 'timeoutSeconds'> {
	documentId: string;
	fileName: string;
	expectedBytes: number;
}

async function downloadSealed(
	item: ItemContext,
	{ documentId, fileName, expectedBytes, ...settings }: SealedDocument,
): Promise<IBinaryData> {
	const { itemIndex } = item;
	try {
		return await downloadPdf(item.context, {
			call: { ...callTo(getContent, documentId), ...settings, itemIndex },
			about: { fileName },
			expectedBytes,
		});
	} catch (error) {
		const { message, description } = error as NodeOperationError;
		throw fileFault(item, {
			message: `The document was sealed as ${documentId}, but couldn't be downloaded`,
			description: `Don't seal it again: get the PDF with this ID from the E-Signature Document node. Why: ${message}. ${description ?? ''}`,
		});
	}
}

export const operation: Operation = {
	option,
	forAgents,
	fields: sealFields,
	versions: ['v1', 'v2', 'v3'],
	endpoints: [sealEndpoint, getContent, getDocument, uploadDocument, deleteDocument],
	versionByRegion: 'V1 at custom addresses, V2 in the regions',
	done: 'sealed',
	execute,
};
