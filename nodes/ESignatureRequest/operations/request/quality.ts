import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v3';

import type { Law } from '../../../shared/account/addresses';
import type { KeyKind } from '../../../shared/account/keyKind';
import type { ItemContext } from '../../../shared/operation/operation';
import { oneOf } from '../../../shared/operation/scalars.schema';

/** Legal weight of the signatures, alphabetical as the editor shows it. */
export const qualityOptions = [
	{ name: 'AES', value: 'AES', description: 'Advanced' },
	{ name: 'AES Minimal', value: 'AES_MINIMAL', description: 'Advanced or better' },
	{ name: 'DEMO', value: 'DEMO', description: 'Without legal weight, for demo keys' },
	{ name: 'PART11', value: 'PART11', description: 'For 21 CFR Part 11' },
	{ name: 'QES', value: 'QES', description: 'Qualified, equal to a handwritten signature' },
	{ name: 'SES', value: 'SES', description: 'Simple' },
] satisfies INodeProperties['options'];

export const legislationOptions = [
	{ name: 'EIDAS (European Union)', value: 'EIDAS' },
	{ name: 'ZERTES (Switzerland)', value: 'ZERTES' },
] satisfies INodeProperties['options'];

export const Quality = oneOf('SES', 'AES', 'AES_MINIMAL', 'QES', 'PART11', 'DEMO');
export type Quality = z.output<typeof Quality>;

export const Legislation = oneOf('ZERTES', 'EIDAS');

/** Where a law is needed and none is chosen, that of the region. */
export function legislationFor(
	quality: Quality | undefined,
	{ chosen, ofRegion }: { chosen?: Law; ofRegion?: Law },
): Law | undefined {
	return chosen ?? (needsLegislation(quality) ? ofRegion : undefined);
}

function needsLegislation(quality: Quality | undefined): boolean {
	return quality === 'QES' || quality === 'AES_MINIMAL';
}

/** interface.md 2.1: required with some qualities, possible with the others. */
export function missingLegislation(
	quality: Quality | undefined,
	legislation: string | undefined,
): string | undefined {
	if (!needsLegislation(quality) || legislation !== undefined) return undefined;
	return `is not set, and ${quality} needs it; choose ZERTES or EIDAS`;
}

/** A key for production must not send what looks like a contract and has no legal weight. */
export function requireDemoKey(
	item: ItemContext,
	{ quality, path, keyKind }: { quality?: Quality; path: string[]; keyKind: KeyKind },
): void {
	if (quality !== 'DEMO' || keyKind !== 'production') return;
	const message = 'is only for demo keys; choose another quality, or a credential with a demo key';
	throw item.fault({ path, message });
}
