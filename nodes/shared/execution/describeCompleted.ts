import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { shortened } from '../client/foreignText';

interface Completed {
	itemIndex: number;
	results: Array<Pick<INodeExecutionData, 'json'>>;
}

/** A failure before all items were done. */
interface Stop {
	itemIndex: number;
	done: Completed[];
	/** "sealed", "created". */
	verb?: string;
	/** Of the operation. */
	fields: INodeProperties[];
}

/** More would be a wall of text. Get Many shows the rest. */
const MOST_NAMED = 100;
const LONGEST_NAME = 80;
const list = new Intl.ListFormat('en-GB');

/** For users who have to clean up, or to continue from there. */
export function describeCompleted(context: IExecuteFunctions, stop: Stop): string {
	const { itemIndex, done, verb = 'done', fields } = stop;
	const stopped = `Stopped at ${describeItem(context, itemIndex, fields)}.`;
	if (done.length === 0) return stopped;
	const named = [...done]
		.sort((a, b) => a.itemIndex - b.itemIndex)
		.slice(0, MOST_NAMED)
		.map((one) => describeItem(context, one.itemIndex, fields, one.results));
	const more = done.length > MOST_NAMED ? [`${done.length - MOST_NAMED} more`] : [];
	const them = done.length === 1 ? 'it' : 'them';
	return `${stopped} Already ${verb}: ${list.format([...named, ...more])}. Remove ${them} before you run the workflow again.`;
}

/** "item 3 (invoice.pdf → id …)": from 1, as in n8n's input panel. */
export function describeItem(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: INodeProperties[],
	results: Completed['results'] = [],
): string {
	const read = (name: string) => parameterOf(context, itemIndex, { name, fields });
	const files = read('binaryPropertyName').split(',').map(fileNameIn(context, itemIndex));
	const name = shortened(files.filter(Boolean).join(', ') || read('title'), LONGEST_NAME);
	const ids = results.length > 0 ? idsOf(results, fields, read) : [];
	const facts = [name, ids.length > 0 ? `id ${ids.join(', ')}` : ''].filter(Boolean).join(' → ');
	return `item ${itemIndex + 1}${facts && ` (${facts})`}`;
}

/** A delete has no ID in its answer, so its ID comes from the form. */
function idsOf(
	results: Completed['results'],
	fields: INodeProperties[],
	read: (name: string) => string,
): string[] {
	const answered = results
		.map(({ json }) => json.id ?? json.document_id ?? json.attachment_id)
		.filter((id): id is string => typeof id === 'string');
	if (answered.length > 0) return answered;
	const names = fields.map(({ name }) => name).filter((name) => name.endsWith('Id'));
	return names.map(read).filter(Boolean);
}

function fileNameIn(context: IExecuteFunctions, itemIndex: number) {
	const binary = context.getInputData()[itemIndex]?.binary;
	return (field: string) => binary?.[field.trim()]?.fileName;
}

/** Empty if the operation has no such field, or its expression fails. */
function parameterOf(
	context: IExecuteFunctions,
	itemIndex: number,
	{ name, fields }: { name: string; fields: INodeProperties[] },
): string {
	if (!fields.some((field) => field.name === name)) return '';
	try {
		const value = context.getNodeParameter(name, itemIndex, '', { extractValue: true });
		return typeof value === 'string' ? value.trim() : '';
	} catch {
		return '';
	}
}
