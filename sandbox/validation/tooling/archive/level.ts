/** Parts and levels of PDF/A (ISO 19005) as the interface names them. */
export const LEVELS = [
	...(['pdfa-1b', 'pdfa-1a'] as const),
	...(['pdfa-2b', 'pdfa-2u', 'pdfa-2a'] as const),
	...(['pdfa-3b', 'pdfa-3u', 'pdfa-3a'] as const),
] as const;
export type Level = (typeof LEVELS)[number];

/** `pdfa-2b` is written PDF/A-2b everywhere else. */
export const inWords = (level: Level) => level.replace('pdfa', 'PDF/A');
