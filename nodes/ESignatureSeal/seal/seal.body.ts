import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../shared/account/dialect';
import type { ApiVersion } from '../../shared/client/call';
import type { ItemContext } from '../../shared/execution/operation';
import { omitEmpty } from '../../shared/network/json';
import { cornerFault } from '../../shared/positions/pages';
import type { Pages } from '../../shared/positions/pages';
import { imageFromBinary, visualSignature } from '../../shared/positions/visualSignature.body';
import type { Placed } from '../../shared/positions/visualSignature.body';
import { placementNames, placementSchema } from '../../shared/positions/placement';

const Placement = placementSchema('invisible');

export async function readPlacement(
	item: ItemContext,
	{ version, rules }: { version: ApiVersion; rules: Rules },
): Promise<Placed<'invisible'>> {
	const placement = item.readAs(placementNames, Placement);
	if (version === 'v1' && placement.placement === 'position' && placement.positions.length > 1) {
		throw item.fault({
			path: ['positions'],
			message:
				'has several entries, but API Version V1 accepts one\nRemove the others, or choose V2.',
		});
	}
	if (version === 'v1' && placement.placement === 'formField') {
		throw item.fault({
			path: ['formField'],
			message: "isn't available for seals in API Version V1\nChoose V2 or V3, or another position.",
		});
	}
	const field = 'image' in placement ? placement.image : undefined;
	if (!field) return placement;
	return { ...placement, loadedImage: await imageFromBinary(item, field, rules) };
}

export function requireCorner(item: ItemContext, placed: Placed<'invisible'>, pages: Pages): void {
	const fault = placed.placement === 'corner' ? cornerFault(placed, pages) : undefined;
	if (fault) throw item.fault(fault);
}

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
