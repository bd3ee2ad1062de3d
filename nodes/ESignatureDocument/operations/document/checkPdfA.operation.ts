import type { INodeProperties } from 'n8n-workflow';
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
import { hasSucceeded, named, runStep, stepNames } from '../../../shared/tooling/steps';
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
			const checked = await named(
				stepNames.check,
				async () =>
					await runStep(
						item,
						{ id, patience },
						{ name: 'check', query: { conform }, schema: Checked },
					),
			);
			return { checked, pages: properties.pages };
		},
	);
	const { checked, pages } = result;
	return {
		// What comes next usually files the document, so the item keeps its files.
		binary: item.context.getInputData()[item.itemIndex]?.binary,
		json: omitUndefined({
			// A file goes into an archive on this word, so nothing but a plain yes counts.
			conforms: hasSucceeded(checked),
			conformance: checked.conformance,
			claimedConformance: checked.claimedConformance,
			recommendedConformance: checked.recommendedConformance,
			details: checked.details,
			pages,
			warnings,
		}),
	};
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
