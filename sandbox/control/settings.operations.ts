import { z } from 'zod/v4';
import { badRequest, notFound } from '../http/problem.ts';
import { textOf } from '../http/pathPattern.ts';
import { TOOLING_STEPS, type Settings } from '../state/settings.ts';
import type { Store } from '../state/store.ts';
import { operation, type Desk } from './operation.ts';

const Ms = z
	.int()
	.min(0)
	.max(10 * 366 * 86_400_000);
const Word = z.string().min(1).max(40);
const Email = z.string().regex(/^[^\s@]+@[^\s@]+$/);
const UserBody = z.strictObject({
	apiKey: z.string().min(1),
	email: Email.optional(),
	validation: z.boolean().default(true),
	seal: z.boolean().optional(),
});
const GroupBody = z.strictObject({ name: z.string().min(1), members: z.array(Email) });
const User = UserBody.extend({ username: z.string().min(1) });
const Group = GroupBody.extend({ id: z.string().startsWith('gr_') });

const RateLimit = z.strictObject({
	method: z.string().optional(),
	path: z.string().startsWith('/'),
	max: z.int().min(0),
	windowMs: Ms,
	retryAfter: z.enum(['seconds', 'date', 'none']),
});

/** What can be changed while the sandbox runs; the rest is fixed by flags when it starts. */
export const ChangeableSettings = z
	.strictObject({
		users: z.array(User).min(1),
		accounts: z.array(Email),
		identified: z.record(z.string(), z.array(z.enum(['ZERTES', 'EIDAS']))),
		features: z.strictObject({
			seal: z.boolean(),
			expiresAt: z.boolean(),
			groups: z.boolean(),
			expressQes: z.boolean(),
		}),
		tokenLifetimesMs: z.strictObject({ v1: Ms, v2: Ms, v3: Ms }),
		refusedTokenStatus: z.union([z.literal(401), z.literal(403)]),
		validationLogin: z.enum(['text', 'json', 'off']),
		signingTokenOpensValidation: z.boolean(),
		defaultLegislation: z.enum(['ZERTES', 'EIDAS']),
		rateLimits: z.array(RateLimit),
		seals: z.array(z.strictObject({ accountName: z.string().min(1), company: z.string().min(1) })),
		validationResultMs: Ms,
		toolingFileMs: Ms,
		toolingBusyMs: Ms,
		toolingPendingMs: Ms,
		toolingWithout: z.array(z.enum(TOOLING_STEPS)),
		toolingTags: z.strictObject({
			...{ begin: Word, end: Word, sign: Word, observe: Word },
			...{ width: z.number().positive(), height: z.number().positive() },
		}),
		cascadeMs: Ms,
		remoteDownloads: z.boolean(),
		groups: z.array(Group),
		retentionDays: z.int().min(1).max(3660),
		callbackRetryMs: Ms,
		callbackGiveUpMs: Ms,
		automaticSigningMs: Ms.nullable().describe('Everyone signs after that time; null: no one does'),
		wrongCredentialsStatus: z.union([z.literal(400), z.literal(401)]),
		firstPageNumber: z.union([z.literal(0), z.literal(1)]),
		placeholderPrefix: z.string().min(1),
		deleteWithdrawsFirst: z.boolean(),
		signedDocumentIn: z.enum(['both', 'version_id', 'id']),
	})
	.partial();
type Changes = z.output<typeof ChangeableSettings>;

/** What was changed by a call is kept, and wins over flags until a reset. */
export function restoreSettings(settings: Settings, store: Store) {
	Object.assign(settings, store.single.get('settings') ?? {});
}

/** As the flags have them, before anyone changed them. */
export function forgetChanges(settings: Settings, initial: Settings) {
	for (const name of Object.keys(settings)) {
		if (!(name in initial)) Reflect.deleteProperty(settings, name);
	}
	Object.assign(settings, initial);
}

function change(changes: Changes, { settings, store }: Desk) {
	const kept = store.single.get('settings') as Changes | undefined;
	store.single.set('settings', { ...kept, ...changes });
	Object.assign(settings, changes);
}

const { retentionDays, automaticSigningMs } = ChangeableSettings.shape;
const SettingsShown = ChangeableSettings.required().extend({
	retentionDays,
	automaticSigningMs,
	rateLimits: z.array(RateLimit.extend({ path: z.string() })),
});

function shownSettings({ settings }: Desk) {
	const names = Object.keys(ChangeableSettings.shape);
	const entries = names.map((name) => [name, settings[name as keyof Settings]]);
	const rateLimits = settings.rateLimits.map((one) => ({ ...one, path: textOf(one.path) }));
	return { ...Object.fromEntries(entries), rateLimits } as z.output<typeof SettingsShown>;
}

export const SETTINGS_OPERATIONS = [
	operation({
		method: 'GET',
		path: '/settings',
		summary: 'Everything that can be changed while the sandbox runs',
		answer: SettingsShown,
		run: (_call, desk) => shownSettings(desk),
	}),
	operation({
		method: 'PATCH',
		path: '/settings',
		summary: 'Changes settings; those left out stay as they are',
		body: ChangeableSettings,
		answer: SettingsShown,
		run: ({ body }, desk) => {
			change(body, desk);
			return shownSettings(desk);
		},
	}),
	operation({
		method: 'PUT',
		path: '/users/{username}',
		summary: 'Adds an API user or changes its key',
		body: UserBody,
		run: ({ params: { username = '' }, body }, desk) => {
			const others = desk.settings.users.filter((user) => user.username !== username);
			change({ users: [...others, { ...body, username }] }, desk);
		},
	}),
	operation({
		method: 'DELETE',
		path: '/users/{username}',
		summary: 'Removes an API user; its tokens are refused from now on',
		refusals: [404],
		run: ({ params: { username } }, desk) => {
			const users = desk.settings.users.filter((user) => user.username !== username);
			if (users.length === desk.settings.users.length) throw notFound('The user');
			if (users.length === 0) throw badRequest('username: the last user cannot be removed.');
			change({ users }, desk);
		},
	}),
	operation({
		method: 'PUT',
		path: '/groups/{id}',
		summary: 'Adds a group or changes its members',
		body: GroupBody,
		run: ({ params: { id = '' }, body }, desk) => {
			if (!id.startsWith('gr_')) throw badRequest('id: must begin with gr_.');
			const others = desk.settings.groups.filter((group) => group.id !== id);
			change({ groups: [...others, { ...body, id }] }, desk);
		},
	}),
	operation({
		method: 'DELETE',
		path: '/groups/{id}',
		summary: 'Removes a group',
		refusals: [404],
		run: ({ params: { id } }, desk) => {
			const groups = desk.settings.groups.filter((group) => group.id !== id);
			if (groups.length === desk.settings.groups.length) throw notFound('The group');
			change({ groups }, desk);
		},
	}),
];
