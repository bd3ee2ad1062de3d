import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../http/body';
import { bodyWithContent } from './pdf';
import type { Source } from './source';

/** Whatever is not in the service yet. */
export type NewSource = Exclude<Source, { documentId: string }>;

/** What POST /documents takes (interface.md 4.2): the file itself, or from where to fetch it. */
export function uploadBody(about: IDataObject, source: NewSource): Body {
	if ('fileUrl' in source) return { json: { ...about, file_url: source.fileUrl } };
	return bodyWithContent({ ...about, content_type: 'application/pdf' }, source.pdf);
}
