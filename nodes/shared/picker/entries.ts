import type { INodeListSearchItems } from 'n8n-workflow';

interface PickerEntry {
	id: string;
	title?: string;
	/** What distinguishes it from others of the same title. */
	facts: Array<string | undefined>;
}

/** Entries of a list in the editor. Where two would look alike anyway, they show the beginning of their ids. */
export function entriesOf(known: PickerEntry[]): INodeListSearchItems[] {
	const entries = known.map(({ id, title = id, facts }) => {
		const about = facts.filter(Boolean).join(', ');
		return { name: about === '' ? title : `${title} (${about})`, value: id };
	});
	const times = new Map<string, number>();
	for (const { name } of entries) times.set(name, (times.get(name) ?? 0) + 1);
	return entries.map(({ name, value }) => ({
		name: times.get(name) === 1 ? name : `${name} ${value.slice(0, ID_START)}`,
		value,
	}));
}

const ID_START = 8;
const MINUTES_END = 16;

/** As in 2026-11-16 08:30, as the service wrote it. */
export function minuteOf(stamp: unknown): string | undefined {
	if (typeof stamp !== 'string') return undefined;
	return stamp.replace('T', ' ').slice(0, MINUTES_END);
}
