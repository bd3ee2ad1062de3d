import type { z } from 'zod/v3';

import { pick } from '../operation/output';
import {
	AnswerId,
	answerList,
	answerObject,
	maybeNumber,
	maybeText,
} from '../operation/scalars.schema';

/** As the service answers (interface.md 2.5); it may add fields at any time. */
export const Document = answerObject({
	id: AnswerId,
	title: maybeText,
	size: maybeNumber,
	page_count: maybeNumber,
});

export type Document = z.infer<typeof Document>;

export const Documents = answerList(Document);

const simplified = [
	'id',
	'title',
	'size',
	'page_count',
	'content_type',
	'owner',
	'parent_id',
	'created_at',
	'updated_at',
] as const;

export function simplifyDocument(document: Document): Document {
	return pick(document, simplified) as Document;
}
