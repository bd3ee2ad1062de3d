/** `Z`, `GMT`, `+01:00`. */
const ZONE = /([a-z]|[+-]\d{2}(:?\d{2})?)$/i;

/**
 * A time as the service writes it, in a body or a header; undefined where it is none. Without a zone it means UTC
 * (interface.md 2.1; also the oldest form of an HTTP date), and not the zone of this machine.
 */
export function readServiceMs(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const lacksZone = /\d:\d/.test(text) && !ZONE.test(text);
	const timeMs = Date.parse(lacksZone ? `${text}Z` : text);
	return Number.isNaN(timeMs) ? undefined : timeMs;
}
