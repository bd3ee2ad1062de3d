/** What a file could make a thread do, for thread.test.ts. */
export function run(kind: string): unknown {
	const held: unknown[] = [];
	if (kind === 'fails') throw new Error('As asked');
	while (kind !== 'ends') {
		if (kind === 'fills buffers') held.push(Buffer.alloc(1024 * 1024, 1));
		if (kind === 'fills the heap') held.push(Array.from({ length: 100_000 }, () => ({})));
	}
	return kind;
}
