import type { Law } from '../../shared/account/addresses';
import type { KeyKind } from '../../shared/account/account';
import type { ItemContext } from '../../shared/execution/operation';
import { oneOf } from '../../shared/form/readers';

/** Legal weight of the signatures, alphabetical as the editor shows it. */
export const qualityOptions = [
	{ name: 'AES', value: 'AES', description: 'For an advanced signature or better' },
	{
		name: 'AES Minimal',
		value: 'AES_MINIMAL',
		description: 'For an advanced signature or better, under the law in Legislation',
	},
	{
		name: 'DEMO',
		value: 'DEMO',
		description: 'For tests without legal weight. Trials have demo keys only.',
	},
	{ name: 'PART11', value: 'PART11', description: 'For records under 21 CFR Part 11 (US)' },
	{
		name: 'QES',
		value: 'QES',
		description: 'For a qualified signature, equal to a handwritten one',
	},
	{ name: 'SES', value: 'SES', description: 'For a simple signature' },
] as const;

export const legislationOptions = [
	{ name: 'EIDAS (European Union)', value: 'EIDAS' },
	{ name: 'ZERTES (Switzerland)', value: 'ZERTES' },
] as const;

export type Quality = (typeof qualityOptions)[number]['value'];
export const Quality = oneOf(...qualityOptions.map(({ value }) => value));

export const Legislation = oneOf(...legislationOptions.map(({ value }) => value));

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
	return `is missing, and ${quality} needs it\nChoose ZERTES or EIDAS.`;
}

/** A key for production must not send what looks like a contract and has no legal weight. */
export function requireDemoKey(
	item: ItemContext,
	{ quality, path, keyKind }: { quality?: Quality; path: string[]; keyKind: KeyKind },
): void {
	if (quality !== 'DEMO' || keyKind !== 'production') return;
	const message =
		'is DEMO, which needs a demo key\nChoose another quality, or a credential with a demo key.';
	throw item.fault({ path, message });
}
