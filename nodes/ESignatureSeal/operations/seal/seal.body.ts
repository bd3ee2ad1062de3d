import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../shared/account/dialect';
import type { ApiVersion } from '../../../shared/http/call';
import { omitEmpty } from '../../../shared/operation/omit';
import type { Pages } from '../../../shared/placement/corner';
import { visualSignature } from '../../../shared/placement/visualSignature.body';
import type { Placed } from '../../../shared/placement/visualSignature.body';

interface SealFields {
	version: ApiVersion;
	rules: Rules;
	title?: string;
	accountName?: string;
	placed: Placed<'invisible'>;
	pages?: Pages;
}

/** interface.md 2.6, without the document itself; title and account name exist since version 2. */
export function sealBody({
	version,
	title,
	accountName,
	placed,
	...facts
}: SealFields): IDataObject {
	const names = version === 'v1' ? {} : { title, account_name: accountName };
	return omitEmpty({ ...names, visual_signature: visualSignature(placed, facts) });
}
