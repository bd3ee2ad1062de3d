/** Without the members that were left out, so that spreading it overrides nothing by undefined. */
export function omitUndefined<Members extends object>(members: Members): Partial<Members> {
	return Object.fromEntries(
		Object.entries(members).filter(([, value]) => value !== undefined),
	) as Partial<Members>;
}
