/** Calls to a trigger that pretend to come from the service. */
import { randomFrom, seed } from '../jest/random.ts';

/** The address with other, or without, some of its parameters. */
export function changed(address: string, changes: Record<string, string | undefined>): string {
	const url = new URL(address);
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) url.searchParams.delete(name);
		else url.searchParams.set(name, value);
	}
	return url.href;
}

/** A different call for every number; none of them is one that the service makes. */
export function forger({
	genuine,
	ofOther,
	ofDeleted,
}: Record<'genuine' | 'ofOther' | 'ofDeleted', string>) {
	const names = ['event', 'request', 'document', 'api', 'nonce', 'proof'];
	const random = randomFrom(seed);
	const value = (address: string, name: string) => new URL(address).searchParams.get(name)!;
	const flipped = (text: string, at: number) => {
		const bytes = Buffer.from(text);
		const index = at % bytes.length;
		bytes[index] = bytes[index]! ^ (1 << (at % 7));
		return bytes.toString('latin1');
	};
	const kinds: Array<(number: number) => string> = [
		() => changed(genuine, { proof: random.hex(64), nonce: random.hex(32) }),
		(number) => {
			const name = names[number % names.length]!;
			return changed(genuine, { [name]: flipped(value(genuine, name), number) });
		},
		(number) => changed(genuine, { event: ['update', 'error'][number % 2] }),
		() => changed(ofOther, { request: value(genuine, 'request') }),
		() => changed(genuine, { nonce: value(ofOther, 'nonce'), proof: value(ofOther, 'proof') }),
		() => ofDeleted,
		() => changed(ofDeleted, { request: value(genuine, 'request') }),
		(number) => changed(genuine, { [names[number % names.length]!]: undefined }),
		() => changed(genuine, { request: crypto.randomUUID() }),
	];
	return (number: number) => kinds[number % kinds.length]!(Math.floor(number / kinds.length));
}
