/** What is the same for all items of a run, which has one context: worked out once. */
export function perRun<Context extends object, Known>(
	workOut: (context: Context) => Known,
): (context: Context) => Known {
	const known = new WeakMap<Context, { value: Known }>();
	return (context) => {
		const { value } = known.get(context) ?? { value: workOut(context) };
		known.set(context, { value });
		return value;
	};
}
