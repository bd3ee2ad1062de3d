/** One run of the kit: all operations, the clean-up, what was found, and what may be kept of it. */
import { createEngine } from '../../test/support/engine/engine.ts';
import type { Account } from './account.ts';
import { anonymousWords, createMask } from './anonymous.ts';
import { cleanUp } from './cleanUp.ts';
import { tryAll } from './plan/plan.ts';
import { startRecorder } from './recorder.ts';
import { findingsIn, reportLines } from './report.ts';
import type { Finding } from './report.ts';
import { createStage } from './stage.ts';
import type { Note, Stage } from './stage.ts';

export interface LiveRun {
	notes: Note[];
	findings: Finding[];
	lines: string[];
	/** Every call and answer without secrets and personal data. */
	record: object[];
	/** No difference from the dialect of the service, and nothing failed. */
	isClean: boolean;
}

export async function runLive(
	account: Account,
	{ onStart = () => {} }: { onStart?: (stage: Stage) => void } = {},
): Promise<LiveRun> {
	const recorder = await startRecorder(account);
	const { username, apiKey, dialect, placeholderPrefix } = account;
	const { signingAddress, validationAddress } = recorder;
	try {
		const engine = await createEngine({
			...{ username, apiKey, region: 'custom', dialect, placeholderPrefix },
			...{ signingAddress, validationAddress },
		});
		const stage = createStage(engine, recorder);
		onStart(stage);
		try {
			await tryAll(stage, account);
		} finally {
			stage.resume();
			await cleanUp(stage);
		}
		return summarise(stage.notes, account);
	} finally {
		await recorder.close();
	}
}

function summarise(notes: Note[], { username, apiKey, person = '', dialect }: Account): LiveRun {
	const mask = createMask();
	const findings = findingsIn(notes, mask);
	const anonymous = notes.map(({ reason, ...note }) => ({
		...note,
		...(reason !== undefined && { reason: anonymousWords(reason, [username, apiKey, person]) }),
	}));
	const hasFailed = notes.some(({ outcome }) => outcome === 'failed');
	return {
		notes,
		findings,
		lines: reportLines(anonymous, findings, dialect),
		record: anonymous.map(({ exchanges, ...note }) => ({
			...note,
			exchanges: exchanges.map(mask.exchange),
		})),
		isClean: !hasFailed && findings.every((one) => one.dialect !== dialect),
	};
}
