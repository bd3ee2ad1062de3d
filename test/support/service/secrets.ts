/** Every text in a value, also in what JSON leaves out: an error's cause, stack and hidden properties. */
export function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	if (Buffer.isBuffer(value)) return [value.toString('latin1')];
	return Reflect.ownKeys(value).flatMap((key) => [
		String(key),
		...textsIn((value as Record<PropertyKey, unknown>)[key], seen),
	]);
}

/** Fails when one of the secrets, plain or encoded, stands anywhere in the value. */
export function expectNoSecret(value: unknown, secrets: string[]): void {
	const texts = textsIn(value);
	for (const secret of secrets.filter((text) => text !== '')) {
		const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
		const found = texts.find((text) => forms.some((form) => text.includes(form)));
		if (found !== undefined) {
			const at = found.indexOf(secret);
			throw new Error(`A secret stands in: …${found.slice(Math.max(0, at - 60), at)}…`);
		}
	}
}
