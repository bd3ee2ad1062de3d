import { readAccount } from '../../account/account';
import { setBounded } from '../../memory/bounded';
import type { Call, CallContext } from '../call';
import { openLane } from './lane';
import type { Lane } from './lane';

/** Accounts that one process works for at a time. */
const MOST_LANES = 1_000;

const lanes = new Map<string, Lane>();

/** Reading a credential means to decrypt it, which is done once in a run. */
const accountNames = new WeakMap<object, Promise<string>>();

/** Each interface of the service has a host of its own. */
export async function laneOf(
	context: CallContext,
	{ interface: target = 'signing', itemIndex }: Call,
): Promise<Lane> {
	const account = accountNames.get(context) ?? nameOf(context, itemIndex);
	accountNames.set(context, account);
	const name = `${target} ${await account}`;
	const lane = lanes.get(name) ?? openLane();
	setBounded(lanes, name, lane, MOST_LANES);
	return lane;
}

/** A credential that cannot be read is explained by the call itself, which then goes nowhere. */
async function nameOf(context: CallContext, itemIndex: number): Promise<string> {
	const account = await readAccount(context, itemIndex).catch(() => undefined);
	return account ? `${account.username} at ${account.signingAddress}` : 'nobody';
}
