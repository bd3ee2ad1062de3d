import { readAccount } from '../../account/account';
import { setBounded } from '../../memory/bounded';
import { perRun } from '../../memory/perRun';
import type { Call, CallContext } from '../call';
import { openLane } from './lane';
import type { Lane } from './lane';

/** Accounts that one process works for at a time. */
const MOST_LANES = 1_000;

const lanes = new Map<string, Lane>();

/** Each interface of the service has a host of its own. */
export async function laneOf(
	context: CallContext,
	{ interface: target = 'signing' }: Pick<Call, 'interface'>,
): Promise<Lane> {
	const name = `${target} ${await accountName(context)}`;
	const lane = lanes.get(name) ?? openLane();
	setBounded(lanes, name, lane, MOST_LANES);
	return lane;
}

/** A credential that cannot be read is explained by the call itself, which then goes nowhere. */
const accountName = perRun(async (context: CallContext) => {
	const account = await readAccount(context).catch(() => undefined);
	return account ? `${account.username} at ${account.signingAddress}` : 'nobody';
});
