import { readFileSync } from 'node:fs';

const compose = readFileSync('examples/queue/compose.yaml', 'utf8');

/** Where things are in the containers, which is elsewhere in the tests. */
const PLACES = /_(?:HOST|USER|DATABASE)$|^N8N_PROXY_HOPS$/;

/** What compose.yaml sets for all processes, apart from places and secrets: all of it, or these. */
export function recommendedSettings(names?: string[]): Record<string, string> {
	const lines = [...compose.matchAll(/^ {4}([A-Z][A-Z\d_]+): '?(\w+)'?$/gm)];
	const settings = new Map(lines.map(([, name, value]) => [name!, value!]));
	const missing = names?.filter((name) => !settings.has(name)) ?? [];
	if (missing.length > 0) throw new Error(`compose.yaml does not set ${missing.join(', ')}.`);
	const taken = names ?? [...settings.keys()].filter((name) => !PLACES.test(name));
	return Object.fromEntries(taken.map((name) => [name, settings.get(name)!]));
}

/** The same for PostgreSQL. */
export function recommendedConnections(): string {
	return /\bmax_connections=\d+/.exec(compose)![0];
}
