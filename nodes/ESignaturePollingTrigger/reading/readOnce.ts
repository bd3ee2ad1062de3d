import type { Entry, List } from './chart';

/** The list as it stands now: several questions lead to the same pages. */
export function readOnce({ read, ...list }: List): List {
	const pages = new Map<number, Promise<Entry[]>>();
	const readAgain = async (number: number) => {
		const page = pages.get(number) ?? read(number);
		pages.set(number, page);
		return await page;
	};
	return { ...list, read: readAgain };
}
