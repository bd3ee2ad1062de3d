import { NodeOperationError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';
import { z } from 'zod/v3';

import { readAccount } from '../../../shared/account/account';
import { rulesOf } from '../../../shared/account/dialect';
import { downloadPdf } from '../../../shared/document/download';
import {
	deleteDocument,
	getContent,
	getDocument,
	uploadDocument,
} from '../../../shared/document/endpoints';
import { bodyWithContent } from '../../../shared/document/pdf';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import { sendOnce } from '../../../shared/operation/once';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import {
	answerObject,
	ApiVersion,
	Flag,
	RequiredText,
	Text,
	TimeoutSeconds,
} from '../../../shared/operation/scalars.schema';
import { pagesToSeal } from './pagesToSeal';
import { pdfToSeal, Source } from './pdfToSeal';
import { readPlacement, requireCorner } from './readPlacement';
import { sealBody } from './seal.body';
import { sealFields } from './seal.fields';

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
	lostAnswer:
		'Look with Get Many of the E-Signature Document node for a new document with the title of the sealed one before you run this again: every seal may be billed.',
	refusals: [
		{
			status: 403,
			message: 'Sealing is not activated for your business',
			remedy:
				"Only business customers can seal. Ask the service's support or your account manager to activate sealing for the business that owns the API key.",
		},
	],
};

const SealAnswer = answerObject({ document_id: z.string() });

const Parameters = z.object({
	apiVersion: z.union([z.literal('auto'), ApiVersion]),
	source: Source,
	title: Text.optional(),
	accountName: Text.optional(),
	download: Flag,
	options: z.object({ fileName: Text.optional(), timeoutSeconds: TimeoutSeconds.optional() }),
});
type SealParameters = z.output<typeof Parameters>;

const Download = z.object({ outputPropertyName: RequiredText });

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const parameters = item.read(Parameters);
	const outputField = parameters.download && item.read(Download).outputPropertyName;
	const { version, rules } = await readVersion(item, parameters.apiVersion);
	requireNames(item, parameters, version);
	const placed = await readPlacement(item, { version, rules });
	const { timeoutSeconds } = parameters.options;
	const pdf = await pdfToSeal(item, { source: parameters.source, version, timeoutSeconds });
	const pages =
		placed.placement === 'corner'
			? await pagesToSeal(item, pdf, { version, timeoutSeconds })
			: undefined;
	if (pages) requireCorner(item, placed, pages);
	const title = parameters.title || pdf.fileName;
	const { accountName } = parameters;
	const fields = sealBody({ version, rules, title, accountName, placed, pages });
	const body = bodyWithContent(fields, pdf);
	const call: Call = {
		...callTo(sealEndpoint),
		version,
		body,
		timeoutSeconds,
		itemIndex,
	};
	const sealed = await sendOnce(context, itemIndex, {
		what: 'this document to be sealed',
		send: async () => await callForJson(context, call, SealAnswer),
	});
	if (!outputField) return { json: sealed };
	const binary = await downloadSealed(item, {
		version,
		timeoutSeconds,
		documentId: sealed.document_id,
		fileName: parameters.options.fileName || title || 'sealed',
		expectedBytes: pdf.sizeBytes,
	});
	return { json: sealed, binary: { [outputField]: binary } };
}

/** Unless chosen: the contract shows version 1 only (interface.md 4.4), the public regions begin with 2. */
async function readVersion({ context }: ItemContext, chosen: SealParameters['apiVersion']) {
	const { dialect } = await readAccount(context);
	const version = chosen === 'auto' ? rulesOf(dialect, 'v2').sealVersion : chosen;
	return { version, rules: rulesOf(dialect, version) };
}

/** What version 1 does not know would be silently lost. */
function requireNames(item: ItemContext, parameters: SealParameters, version: string): void {
	if (version !== 'v1' || parameters.apiVersion === 'v1') return;
	const name = (['title', 'accountName'] as const).find((one) => parameters[one]);
	if (name === undefined) return;
	throw item.fault({
		path: [name],
		message: 'is not known in version v1, which this address uses; choose API Version V2 or V3',
	});
}

async function downloadSealed(
	{ context, itemIndex }: ItemContext,
	sealed: {
		version: Call['version'];
		timeoutSeconds?: number;
		documentId: string;
		fileName: string;
		expectedBytes: number;
	},
): Promise<IBinaryData> {
	const { version, timeoutSeconds, documentId, fileName, expectedBytes } = sealed;
	try {
		return await downloadPdf(context, {
			call: {
				...callTo(getContent, documentId),
				version,
				timeoutSeconds,
				itemIndex,
			},
			about: { fileName },
			expectedBytes,
		});
	} catch (error) {
		const { message, description } = error as NodeOperationError;
		throw new NodeOperationError(
			context.getNode(),
			`The document was sealed as ${documentId}, but could not be downloaded`,
			{
				itemIndex,
				description: `Do not seal it again: get the PDF with this ID from the E-Signature Document node. Why: ${message}. ${description ?? ''}`,
			},
		);
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
