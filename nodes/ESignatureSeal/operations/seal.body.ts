import type { IDataObject } from 'n8n-workflow';

import type { ApiVersion } from '../../shared/http/call';
import { given } from '../../shared/operation/given';
import type { Image } from './image';
import type { Position } from './seal.schema';

export interface SealFields {
	version: ApiVersion;
	title?: string;
	accountName?: string;
	visible?: { position: Position; image?: Image };
}

/** interface.md 2.6, without the document itself; title and account name exist since version 2. */
export function sealBody({ version, title, accountName, visible }: SealFields): IDataObject {
	const names = version === 'v1' ? {} : { title, account_name: accountName };
	return given({ ...names, visual_signature: visible && visualSignature(visible) });
}

function visualSignature({ position, image }: NonNullable<SealFields['visible']>): IDataObject {
	const { page, ...rectangle } = position;
	return given({
		// The service takes the page as text (interface.md 2.3).
		position: { ...rectangle, page: String(page) },
		image: image && { content_type: image.mediaType, content: image.bytes.toString('base64') },
	});
}
