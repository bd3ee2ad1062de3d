import { z } from 'zod/v4';
import { restoreClock } from '../state/keptClock.ts';
import type { Settings } from '../state/settings.ts';
import type { StoredRecord } from '../storage/storage.ts';
import { fromText, toText } from '../storage/recordText.ts';
import { operation, type Desk, type Operation } from './operation.ts';
import { forgetChanges, restoreSettings } from './settings.operations.ts';
import { requireSound } from './snapshotRecords.ts';

const FORMAT = 1;
const LARGEST_SNAPSHOT_BYTES = 512 * 1024 * 1024;

const Snapshot = z.looseObject({
	format: z.literal(FORMAT),
	records: z.array(z.looseObject({ kind: z.string(), id: z.string(), value: z.unknown() })),
});

/** `initial` are the settings of the flags, before any call has changed them. */
export function snapshotOperations(initial: Settings): Operation[] {
	const replace = (records: StoredRecord[], desk: Desk) => {
		// Who signs is the same authority, whatever becomes of the records.
		const authority = desk.store.single.get('authority');
		desk.clock.clear();
		desk.store.replace(records);
		if (!desk.store.single.has('authority')) desk.store.single.set('authority', authority);
		forgetChanges(desk.settings, initial);
		restoreSettings(desk.settings, desk.store);
		restoreClock(desk.clock, desk.store);
		desk.resume();
	};
	return [
		operation({
			method: 'POST',
			path: '/reset',
			summary: 'Forgets everything: requests, documents, mails, tokens, faults, changed settings',
			run: (_call, desk) => {
				desk.faults.clear();
				desk.calls.clear();
				replace([], desk);
			},
		}),
		operation({
			method: 'GET',
			path: '/snapshot',
			summary: 'All that the sandbox keeps, to be given back later; holds keys and files',
			answer: Snapshot,
			run: (_call, { store }) =>
				JSON.parse(toText({ format: FORMAT, records: store.records() })) as z.output<
					typeof Snapshot
				>,
		}),
		operation({
			method: 'PUT',
			path: '/snapshot',
			summary: 'Everything is as it was when the snapshot was taken',
			body: Snapshot,
			bodyLimit: LARGEST_SNAPSHOT_BYTES,
			run: async ({ body }, desk) => {
				const { records } = fromText(JSON.stringify(body)) as { records: StoredRecord[] };
				await requireSound(records);
				replace(records, desk);
			},
		}),
	];
}
