/** Records as text: JSON, which knows no bytes and no dates by itself. */
import { types } from 'node:util';

type Wrapped = { $bytes: string } | { $date: string };

export function toText(value: unknown): string {
	return JSON.stringify(value, function wrap(this: unknown, key: string, shown: unknown): unknown {
		// What comes as `shown` has already become text by its own toJSON().
		const original = (this as Record<string, unknown>)[key];
		// Also those that come from a thread, which may have another `Date`.
		if (types.isUint8Array(original)) return { $bytes: base64Of(original) };
		if (types.isDate(original)) return { $date: original.toISOString() };
		return shown;
	});
}

export function fromText(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown) => {
		if (!isWrapped(value)) return value;
		return '$bytes' in value ? Buffer.from(value.$bytes, 'base64') : new Date(value.$date);
	});
}

const base64Of = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
	Buffer.from(buffer, byteOffset, byteLength).toString('base64');

function isWrapped(value: unknown): value is Wrapped {
	if (typeof value !== 'object' || value === null) return false;
	const [name, ...others] = Object.keys(value);
	return others.length === 0 && (name === '$bytes' || name === '$date');
}
