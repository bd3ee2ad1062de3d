import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { noticeField, optionsField, timeoutField } from '../../../shared/operation/fields';
import { omitUndefined } from '../../../shared/operation/omit';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { oneOf } from '../../../shared/operation/scalars.schema';
import { anySources, readAnyFile, requirePdf } from '../../../shared/tooling/anyFile';
import { deleteEndpoint, stepEndpoints, uploadEndpoint } from '../../../shared/tooling/endpoints';
import {
	anySourceFields,
	checkedLevels,
	patienceOf,
	patienceShape,
	waitField,
} from '../../../shared/tooling/prepare.fields';
import { withUpload } from '../../../shared/tooling/prepareFile';
import {
	hasFailed,
	hasSucceeded,
	named,
	reasonIn,
	runStep,
	stepNames,
} from '../../../shared/tooling/steps';
import { Checked } from '../../../shared/tooling/tooling.schema';

const option: Operation['option'] = {
	name: 'Check PDF/A',
	value: 'checkPdfA',
	action: 'Check whether PDF is PDF/A',
	description: 'Find out whether a PDF is what it claims to be, and which PDF/A level suits it',
};

const fields: INodeProperties[] = [
	noticeField(
		'A check may use credits. Credit: Get Prices of the E-Signature Validation node shows how many.',
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
				description: 'The level that the file itself claims to have',
			},
			...checkedLevels.options,
		],
		description: 'The level to check for',
	},
	optionsField([timeoutField, waitField]),
];

const Parameters = z.object({
	source: oneOf(...anySources),
	pdfALevel: oneOf(...checkedLevels.values),
	options: z.object(patienceShape),
});

async function execute(item: ItemContext) {
	const { source, pdfALevel: conform, options } = item.read(Parameters);
	const file = await readAnyFile(item, source);
	await requirePdf(item, file);
	const patience = patienceOf(options);
	const { result, warnings } = await withUpload(
		item,
		file,
		patience,
		async ({ id, properties }) => {
			const step = { name: 'check', query: { conform }, schema: Checked } as const;
			const run = async () => await runStep(item, { id, patience }, step);
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
	fields,
	versions: ['v1'],
	dialects: ['public'],
	endpoints: [uploadEndpoint(), stepEndpoints.check, deleteEndpoint],
	done: 'checked',
	execute,
};
