import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The process group to which a process belongs. */
export function groupOf(pid: number): string {
	return execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}

/** Command lines of all that is still running in a group. */
export function membersOf(group: string): string[] {
	const lines = execFileSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' }).split('\n');
	return lines.filter((line) => {
		const [pgid, state] = line.trim().split(/\s+/);
		return pgid === group && !state?.startsWith('Z');
	});
}

/** What was killed takes a moment to give its memory back, and counts until then. */
export async function untilGroupEnded(group: string): Promise<void> {
	while (membersOf(group).length > 0) await sleep(20);
}
