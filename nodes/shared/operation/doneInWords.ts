import type { INodeExecutionData } from 'n8n-workflow';

interface Done {
	itemIndex: number;
	results: Array<Pick<INodeExecutionData, 'json'>>;
}

/** More would be a wall of text; Get Many shows the rest. */
const MOST_NAMED = 100;

/** For people who have to clean up, or to go on from there. */
export function doneInWords(done: Done[]): string {
	const inOrder = [...done].sort((a, b) => a.itemIndex - b.itemIndex);
	const named = inOrder.slice(0, MOST_NAMED).map(inWords).join(', ');
	const rest = done.length > MOST_NAMED ? ` and ${done.length - MOST_NAMED} more` : '';
	return `Done all the same, and not undone: ${named}${rest}. Leave these out when you run the workflow again.`;
}

function inWords({ itemIndex, results }: Done): string {
	const ids = results.map(
		({ json: { id, requestId, documentId } }) => id ?? requestId ?? documentId,
	);
	const known = ids.filter((one) => typeof one === 'string');
	return known.length > 0 ? `item ${itemIndex} (${known.join(', ')})` : `item ${itemIndex}`;
}
