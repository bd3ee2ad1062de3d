import { NodeOperationError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';

import { readRules } from '../account/account';
import type { ItemContext } from '../operation/operation';
import { UnreadablePdf } from './pdf/budget';
import { pagesOf } from './pdf/pages';
import type { Page } from './pdf/pages';
import { coveredText } from './coveredText';
import { stepNames } from './steps';
import { peopleFromTags, tagBoxes } from './tags';
import type { TaggedPeople } from './tags';
import type { TagResults } from './tooling.schema';

/** Who signs where, measured on the pages of the PDF that came back. */
export async function readTags(
	item: ItemContext,
	pdf: IBinaryData,
	results: TagResults,
): Promise<TaggedPeople> {
	const hasPositions = results.signatures.some(({ positions }) => positions.length > 0);
	const pages = hasPositions ? await readPages(item, pdf) : [];
	const boxes = pages.map(({ box }) => box);
	// All versions of the public regions measure alike.
	const people = peopleFromTags(results, boxes, await readRules(item.context, 'v2'));
	const covered = await coveredText(tagBoxes(results, boxes), pages);
	return { ...people, warnings: [...people.warnings, ...covered] };
}

async function readPages({ context, itemIndex }: ItemContext, pdf: IBinaryData): Promise<Page[]> {
	const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, pdf);
	return await pagesOf(bytes).catch((error: unknown) => {
		const { message: reason } = error instanceof UnreadablePdf ? error : new UnreadablePdf();
		throw new NodeOperationError(
			context.getNode(),
			`${stepNames.tags}: the pages of the prepared PDF cannot be measured`,
			{
				itemIndex,
				description: `${reason} Without the size of its pages, no signature can be placed. Open the file, print it to a new PDF and run again, or place the signatures in the node that sends it.`,
			},
		);
	});
}
