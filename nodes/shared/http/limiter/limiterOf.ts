import { readAccount } from '../../account/account';
import { setBounded } from '../../memory/bounded';
import { perRun } from '../../memory/perRun';
import type { Call, CallContext } from '../call';
import { Limiter } from './limiter';

/** Accounts that one process works for at a time. */
const MOST_LIMITERS = 1_000;

const limiters = new Map<string, Limiter>();

/** Each interface of the service has a host of its own. */
export async function limiterOf(
	context: CallContext,
	{ interface: target = 'signing' }: Pick<Call, 'interface'>,
): Promise<Limiter> {
	const name = `${target} ${await accountName(context)}`;
	const limiter = limiters.get(name) ?? new Limiter();
	setBounded(limiters, name, limiter, MOST_LIMITERS);
	return limiter;
}

/** A credential that cannot be read is explained by the call itself, which then goes nowhere. */
const accountName = perRun(async (context: CallContext) => {
	const account = await readAccount(context).catch(() => undefined);
	return account ? `${account.username} at ${account.signingAddress}` : 'unknown';
});
