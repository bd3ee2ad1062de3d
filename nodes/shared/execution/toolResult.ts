import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../network/json';

/** `output` counts from 0, the first output of the node. */
export type Result = Pick<INodeExecutionData, 'json' | 'binary' | 'sendMessage'> & {
	output?: number;
};

/** Of a text file. Models pay for every word. */
const MOST_CHARACTERS = 20_000;

const NO_FILE =
	"Tools return text only, so you don't get this file. It stays in Skribble. To get it, a person runs this operation in a workflow.";

/** n8n gives a model nothing but the JSON. */
export async function toolResult(context: IExecuteFunctions, result: Result): Promise<Result> {
	const { json, binary } = result;
	const isOwn = binary !== undefined && binary !== context.getInputData()[0]?.binary;
	const files = isOwn ? Object.values(binary).map((file) => describeFile(context, file)) : [];
	const shown = withoutLinks(json);
	return { ...result, json: isOwn ? { ...shown, files: await Promise.all(files) } : shown };
}

async function describeFile(context: IExecuteFunctions, file: IBinaryData): Promise<IDataObject> {
	const { fileName, mimeType, fileSize, id, data } = file;
	const facts = { fileName, mimeType, fileSize };
	if (!/^text\/|\b(xml|json)$/.test(mimeType)) return { ...facts, note: NO_FILE };
	const bytes =
		id === undefined
			? Buffer.from(data, 'base64')
			: await context.helpers.binaryToBuffer(await context.helpers.getBinaryStream(id));
	const text = bytes.toString();
	const isCut = text.length > MOST_CHARACTERS;
	const note = isCut ? `Only the first ${MOST_CHARACTERS} characters` : undefined;
	return { ...facts, text: text.slice(0, MOST_CHARACTERS), ...(note && { note }) };
}

/** Anyone with a link can open the document. Get Signing Link returns it outside of any list. */
function withoutLinks(json: IDataObject, links = ['signing_url']): IDataObject {
	const shown = Object.entries(json).filter(([name]) => !links.includes(name));
	return Object.fromEntries(
		shown.map(([name, value]) => [name, withoutLinksIn(value)]),
	) as IDataObject;
}

function withoutLinksIn(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutLinksIn);
	return isObject(value)
		? withoutLinks(value as IDataObject, ['signing_url', 'signingLink'])
		: value;
}
