/** With QUEUE=short there is one of each kind. */
export const isWhole = process.env.QUEUE !== 'short';

/** Of several that are alike. */
export function someOf<T>(all: readonly T[], few: number): T[] {
	return isWhole ? [...all] : all.slice(0, few);
}
