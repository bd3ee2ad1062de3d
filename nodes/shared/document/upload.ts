import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v3';

import type { Body } from '../http/body';
import type { Call, CallContext } from '../http/call';
import { callTo } from '../http/endpoint';
import { callForJson } from '../http/transport';
import { uploadDocument } from './endpoints';
import { bodyWithContent } from './pdf';
import type { Source } from './source';

/** Whatever is not in the service yet. */
export type NewSource = Exclude<Source, { documentId: string }>;

interface Upload extends Pick<Call, 'version' | 'timeoutSeconds' | 'itemIndex'> {
	about: IDataObject;
	source: NewSource;
}

/** Puts a document into the service; what the schema reads of the answer comes back. */
export async function upload<T extends z.ZodTypeAny>(
	context: CallContext,
	{ about, source, ...how }: Upload,
	schema: T,
): Promise<z.output<T>> {
	const call: Call = { ...callTo(uploadDocument), ...how, body: bodyOf(about, source) };
	return await callForJson(context, call, schema);
}

/** The file itself, or from where to fetch it (interface.md 4.2). */
function bodyOf(about: IDataObject, source: NewSource): Body {
	if ('fileUrl' in source) return { json: { ...about, file_url: source.fileUrl } };
	return bodyWithContent({ ...about, content_type: 'application/pdf' }, source.pdf);
}
