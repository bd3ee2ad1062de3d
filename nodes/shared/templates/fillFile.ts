import { createHash } from 'crypto';

import { shortened } from '../client/foreignText';
import { fileFault } from '../documents/document';
import { bytesIn } from '../documents/pdf';
import type { ItemContext } from '../execution/operation';
import { optionsField } from '../form/fields';
import { oncePerContext } from '../memory/processMemory';
import type { AnyFile } from '../prepare/anyFile';
import { fillTemplate, readTemplate } from './docx';
import type { Template } from './docx';
import { readPicture } from './pictures';
import { templateFields, templateOptions } from './template.fields';
import { UnusableTemplate } from './xml';

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** All items usually have the same template, which is read once then. */
const lastTemplate = oncePerContext((): { hash?: string; template?: Promise<Template> } => ({}));

export async function templateIn(item: ItemContext, any: AnyFile): Promise<Template> {
	return await explained(item, any, async () => {
		const bytes = await bytesIn(any.file);
		const hash = createHash('sha256').update(bytes).digest('hex');
		const last = lastTemplate(item.context);
		if (last.hash !== hash) Object.assign(last, { hash, template: readTemplate(bytes) });
		return await last.template!;
	});
}

async function explained<T>(
	item: ItemContext,
	{ part }: AnyFile,
	work: () => Promise<T>,
): Promise<T> {
	return await work().catch((error: unknown) => {
		if (!(error instanceof UnusableTemplate)) throw error;
		throw fileFault(item, {
			message: `The template "${shortened(part.fileName)}" can't be filled. ${error.message}`,
			description: 'Correct the template or its values. Nothing was sent.',
		});
	});
}

const form = [...templateFields('source'), optionsField(templateOptions)];

/** The template becomes a Word file with the values of the form. */
export async function fillFile(item: ItemContext, any: AnyFile): Promise<AnyFile> {
	const { context, itemIndex } = item;
	const { valuesFrom, options, templateValues, valuesJson } = item.read(form);
	const input = context.getInputData()[itemIndex];
	const data = { item: input?.json, fields: templateValues, json: valuesJson }[valuesFrom];
	const template = await templateIn(item, any);
	const picture = async (name: string) => {
		const binary = input?.binary?.[name];
		if (!binary) return undefined;
		return readPicture(name, await context.helpers.getBinaryDataBuffer(itemIndex, binary));
	};
	const { locale = 'en-GB', missingValues } = options;
	const bytes = await explained(
		item,
		any,
		async () =>
			await fillTemplate(template, {
				...{ data, locale, picture },
				timeZone: context.getTimezone(),
				keepsMissingEmpty: missingValues === 'empty',
			}),
	);
	const { fileName } = any.part;
	const named = /\.do[ct][xm]$/i.test(fileName) ? fileName : `${fileName}.docx`;
	return {
		file: { bytes, sizeBytes: bytes.length, fileName: named },
		part: { fileName: named, mediaType: DOCX_TYPE },
	};
}
