import { NodeOperationError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';

import { readRules } from '../account/account';
import type { ItemContext } from '../operation/operation';
import { UnreadablePdf } from './pdf/budget';
import { pageBoxesOf } from './pdf/pageBoxes';
import type { PageBox } from './pdf/pageBoxes';
import { stepNames } from './steps';
import { peopleFromTags } from './tags';
import type { TaggedPeople } from './tags';
import type { TagResults } from './tooling.schema';

/** Who signs where, measured on the pages of the PDF that came back. */
export async function readTags(
	item: ItemContext,
	pdf: IBinaryData,
	results: TagResults,
): Promise<TaggedPeople> {
	const hasPositions = results.signatures.some(({ positions }) => positions.length > 0);
	const pages = hasPositions ? await pagesOf(item, pdf) : [];
	// All versions of the public regions measure alike.
	return peopleFromTags(results, pages, await readRules(item.context, 'v2'));
}

async function pagesOf({ context, itemIndex }: ItemContext, pdf: IBinaryData): Promise<PageBox[]> {
	const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, pdf);
	return await pageBoxesOf(bytes).catch((error: unknown) => {
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
