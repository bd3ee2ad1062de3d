import { openSession } from '../../../scripts/n8n/n8nSession.ts';
import { owner } from '../../../scripts/n8n/n8nSettings.ts';

/** Does what n8n's set-up page does, unless there is an owner: n8n 2.16 does not take its owner from the environment. */
export async function setUpOwner({ address }) {
	const hasOwner = await openSession({ address }).catch(() => false);
	if (hasOwner) return;
	const { email, password } = owner;
	const answer = await fetch(`${address}/rest/owner/setup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email, password, firstName: 'Sandbox', lastName: 'Owner' }),
	});
	if (!answer.ok) {
		throw new Error(`n8n refused its owner with ${answer.status}: ${await answer.text()}`);
	}
}
