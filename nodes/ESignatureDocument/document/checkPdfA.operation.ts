import { NodeApiError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

import { fields } from '../../shared/form/field';
import { noticeField, optionsField, timeoutField } from '../../shared/form/fields';
import { omitUndefined } from '../../shared/network/json';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { readAnyFile, requirePdf } from '../../shared/prepare/anyFile';
import {
	deleteEndpoint,
	stepEndpoints,
	uploadEndpoint,
	Checked,
} from '../../shared/prepare/tooling';
import {
	anySourceFields,
	levelOptions,
	timeoutsOf,
	waitField,
} from '../../shared/prepare/prepare.fields';
import {
	withUpload,
	hasFailed,
	hasSucceeded,
	named,
	reasonIn,
	runStep,
	stepNames,
} from '../../shared/prepare/prepareFile';

const option: Operation['option'] = {
	name: 'Check PDF/A',
	value: 'checkPdfA',
	action: 'Check whether PDF is PDF/A',
	description: 'Check whether a PDF meets its PDF/A level, and see which level fits best',
};

const form = fields(
	noticeField(
		'A check may use credits. Credit: Get Prices of the E-Signature Validation node shows the price.',
	),
	...anySourceFields(),
	{
		displayName: 'PDF/A Level',
		name: 'pdfALevel',
		type: 'options',
		default: 'claimed',
		options: [
			{
				name: 'Claimed',
				value: 'claimed',
				description: 'To check the level that the file claims to have',
			},
			...levelOptions,
		],
		description: 'Level that the PDF must meet',
	},
	optionsField([timeoutField, waitField]),
);

async function execute(item: ItemContext) {
	const { source, pdfALevel: conform, options } = item.read(form);
	const file = await readAnyFile(item, source);
	await requirePdf(item, file);
	const timeouts = timeoutsOf(options);
	const { result, warnings } = await withUpload(
		item,
		file,
		timeouts,
		async ({ id, properties }) => {
			const step = { name: 'check', query: { conform }, schema: Checked } as const;
			const run = async () => await runStep(item, { id, timeouts }, step);
			const checked = await named(stepNames.check, run).catch(unjudged);
			return { checked, pages: properties.pages };
		},
	);
	const { checked, pages } = result;
	return {
		// What comes next usually files the document, so the item keeps its files.
		binary: item.context.getInputData()[item.itemIndex]?.binary,
		json: omitUndefined({
			...verdictOf(checked),
			pages,
			warnings,
		}),
	};
}

type Judged = Checked | { reason: string };

/** A refusal of this very file says nothing about its level. */
function unjudged(error: unknown): { reason: string } {
	const isOfFile = error instanceof NodeApiError && /^file\.pdf\./.test(String(error.context.key));
	if (!isOfFile) throw error;
	const [reason = ''] = (error.description ?? error.message).split('\n', 1);
	return { reason };
}

/** A file goes into an archive or to the bin on this word, so it's only there if the service is sure. */
function verdictOf(checked: Judged): IDataObject {
	if ('reason' in checked) return { reason: checked.reason, details: [] };
	const { conformance, claimedConformance, recommendedConformance, details } = checked;
	const known = { conformance, claimedConformance, recommendedConformance, details };
	if (hasSucceeded(checked)) return { conforms: true, ...known };
	if (hasFailed(checked)) return { conforms: false, ...known };
	return { reason: reasonIn(checked), ...known };
}

export const operation: Operation = {
	option,
	fields: form,
	versions: ['v1'],
	dialects: ['public'],
	endpoints: [uploadEndpoint(), stepEndpoints.check, deleteEndpoint],
	done: 'checked',
	execute,
};
