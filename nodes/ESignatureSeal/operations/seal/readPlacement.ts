import type { Rules } from '../../../shared/account/dialect';
import type { ApiVersion } from '../../../shared/http/call';
import type { ItemContext } from '../../../shared/operation/operation';
import { cornerFault } from '../../../shared/placement/corner';
import type { Pages } from '../../../shared/placement/corner';
import { imageFromBinary } from '../../../shared/placement/image';
import { placementNames, placementSchema } from '../../../shared/placement/placement.schema';
import type { Placed } from '../../../shared/placement/visualSignature.body';

const Placement = placementSchema('invisible');

export async function readPlacement(
	item: ItemContext,
	{ version, rules }: { version: ApiVersion; rules: Rules },
): Promise<Placed<'invisible'>> {
	const placement = item.readFields(placementNames, Placement);
	if (version === 'v1' && placement.placement === 'position' && placement.positions.length > 1) {
		throw item.fault({
			path: ['positions'],
			message: 'has several entries, and version v1 takes one; remove the others or choose v2',
		});
	}
	if (version === 'v1' && placement.placement === 'formField') {
		throw item.fault({
			path: ['formField'],
			message:
				'is not known to a seal of version v1; choose API Version V2 or V3, or another position',
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
