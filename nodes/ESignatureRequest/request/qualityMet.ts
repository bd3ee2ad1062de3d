import type { ItemContext } from '../../shared/execution/operation';
import { field } from '../../shared/form/field';
import type { SignatureRequest } from '../../shared/requests/signatureRequest.schema';
import { qualityFaults } from '../../shared/requests/signedQuality';

export const qualityMetField = field({
	displayName: 'Fail If Quality Is Not Met',
	name: 'failIfQualityNotMet',
	type: 'boolean',
	default: false,
	description:
		'Whether the node fails if a signature has a lower quality than the request asked for, or an unknown one',
});

export function requireQuality({ error }: ItemContext, request: SignatureRequest): void {
	const faults = qualityFaults(request);
	if (faults.length === 0) return;
	throw error(
		`The request doesn't have the quality asked for: ${faults.join(', ')}`,
		'Create a new request if you need a higher quality, or turn off Fail If Quality Is Not Met.',
	);
}
