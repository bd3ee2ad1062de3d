/** Of the signing interface (interface.md 9). */
export const VERSIONS = ['v1', 'v2', 'v3'] as const;
export type Version = (typeof VERSIONS)[number];
