import { createEngine } from '../../support/engine/engine';
import { jwt } from '../../support/service/jwt';
import { serve } from '../../support/service/serve';

const MINUTE = 60_000;

interface Habits {
	/** How far the clock of the service is ahead of ours. */
	aheadMs: number;
	lifetimeMs: number;
	saysWhenIssued: boolean;
	saysTheTime: boolean;
}

/** Logs in and lists documents, with tokens and a clock of its own. */
async function startService({ aheadMs, lifetimeMs, saysWhenIssued, saysTheTime }: Habits) {
	const issued = new Map<string, number>();
	const seen = { logins: 0, refused: 0 };
	const nowMs = () => Date.now() + aheadMs;
	const issue = () => {
		const iat = Math.floor(nowMs() / 1000);
		const exp = iat + lifetimeMs / 1000 + issued.size;
		const token = jwt(saysWhenIssued ? { iat, exp } : { exp });
		issued.set(token, nowMs() + lifetimeMs);
		return token;
	};
	const signingAddress = await serve((request, response) => {
		response.sendDate = false;
		if (saysTheTime) response.setHeader('date', new Date(nowMs()).toUTCString());
		if (request.url?.endsWith('/access/login')) {
			seen.logins++;
			return response.end(issue());
		}
		const token = String(request.headers.authorization).replace('Bearer ', '');
		const isValid = (issued.get(token) ?? 0) > nowMs();
		if (!isValid) seen.refused++;
		return response.writeHead(isValid ? 200 : 401).end('[]');
	});
	const engine = await createEngine({
		username: 'api_demo_clock',
		apiKey: `key of ${signingAddress}`,
		region: 'custom',
		signingAddress,
	});
	const list = async () =>
		await engine.run({
			type: 'eSignatureDocument',
			parameters: { resource: 'document', operation: 'getMany' },
		});
	return { engine, seen, issue, list };
}

it.each([
	['a service that is behind and says the time alone', -30, false, true],
	['a service that is ahead, whose tokens alone say it', 30, true, false],
	['a service that says neither', 0, false, false],
])('one login serves several calls of %s', async (_title, minutes, saysWhenIssued, saysTheTime) => {
	const aheadMs = minutes * MINUTE;
	const habits = { aheadMs, lifetimeMs: 45_000, saysWhenIssued, saysTheTime };
	const { engine, seen, issue, list } = await startService(habits);
	for (let call = 0; call < 3; call++) expect((await list()).error).toBeUndefined();
	expect(seen).toEqual({ logins: 1, refused: 0 });
	if (!saysWhenIssued && !saysTheTime) return;

	// A token that another process has obtained serves too, once the clock is known.
	const { credential } = engine;
	const stored = { ...credential.read(), sessionToken: issue() };
	await credential.updateCredentials({}, 'eSignatureApi', stored);
	expect((await list()).error).toBeUndefined();
	expect(seen).toEqual({ logins: 1, refused: 0 });
});
