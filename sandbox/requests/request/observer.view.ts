import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import { perVersion, traitsOf } from '../../state/dialect.ts';
import type { Observer } from '../../state/requestRecord.ts';
import type { Settings } from '../../state/settings.ts';
import { named, Time } from '../../state/values.schema.ts';

/** An observer as callers read it (interface.md 2.7); the contract is silent about what is inside. */
export const observerAnswer = perVersion((version, dialect) => {
	const isPublic = traitsOf(dialect, version).answers === 'public';
	const Text = z.string();
	return named(
		'ObserverV3',
		z.object({
			...{ id: Text, type: z.enum(['USER', 'GROUP']), invited_at: Time, invited_by: Text },
			user_info: isPublic
				? z.object({ id: Text, email: Text.optional() }).optional()
				: z.looseObject({}).optional(),
			group_info: isPublic
				? z.object({ id: Text, version_id: Text, name: Text.optional() }).optional()
				: z.looseObject({}).optional(),
		}),
	);
});

export function observerView(observer: Observer, settings: Settings) {
	const { id, type, invitedAt, invitedBy } = observer;
	const isPublic = traitsOf(settings.dialect, 'v3').answers === 'public';
	const info = isPublic ? publicInfo(observer, settings) : ownInfo(observer, settings);
	return {
		id,
		type,
		invited_at: new Date(invitedAt).toISOString(),
		invited_by: invitedBy,
		...(type === 'USER' ? { user_info: info } : { group_info: info }),
	};
}

function ownInfo({ type, who }: Observer, settings: Settings) {
	if (type === 'GROUP') return { group_id: who, name: groupName(who, settings) };
	return who.includes('@') ? { email: who } : { user_id: who };
}

function publicInfo({ type, who }: Observer, settings: Settings) {
	if (type === 'GROUP') return { id: who, name: groupName(who, settings), version_id: `${who}.1` };
	return who.includes('@') ? { id: userIdOf(who), email: who } : { id: who };
}

const groupName = (id: string, { groups }: Settings) => groups.find((one) => one.id === id)?.name;

/** Who has no user yet gets one. */
export const userIdOf = (email: string) =>
	`usr_${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)}`;
