import { DIALECT_SETTINGS, type Dialect, type DialectSettings } from './dialect.ts';
import { omitUndefined } from './omitUndefined.ts';

export interface User {
	username: string;
	apiKey: string;
	/** The address under which other people's access lists name this user. */
	email?: string;
	/** Whether the key may log in to the validation interface. */
	validation: boolean;
	/** False: sealing was not activated for this user's business (interface.md 1). */
	seal?: boolean;
}

/** A company that can be named as the signer of a seal. */
export interface Seal {
	accountName: string;
	company: string;
}

/**
 * A RegExp on the whole path of a call, or a path whose `{placeholders}` stand for one segment and which,
 * without its version, means every version.
 */
export type PathPattern = string | RegExp;

export interface RateLimit {
	method?: string;
	path: PathPattern;
	max: number;
	windowMs: number;
	retryAfter: 'seconds' | 'date' | 'none';
}

export interface Group {
	/** gr_… */
	id: string;
	name: string;
	members: string[];
}

export type Legislation = 'ZERTES' | 'EIDAS';

export const TOOLING_STEPS = ['check', 'conform', 'compress', 'spotsigners'] as const;
export type ToolingStep = (typeof TOOLING_STEPS)[number];

/** How tags in a document are written. The service's own syntax is not public; this is `{{sign: …}}`. */
export interface TagSyntax {
	begin: string;
	end: string;
	/** The words behind the beginning, in any case. */
	sign: string;
	observe: string;
	/** Of a signature whose tag does not say how large it is, in points. */
	width: number;
	height: number;
}

export interface Settings extends DialectSettings {
	/** How the interface is spoken; it also sets what `DialectSettings` names. */
	dialect: Dialect;
	users: User[];
	/** People who have an account; everyone else signs by identity data (interface.md 2.2). */
	accounts: string[];
	/** Under which laws a person was identified for QES, by email in small letters; left out, under both. */
	identified: Record<string, Legislation[]>;
	/** How a draft of v3 takes one more document; the descriptions disagree, so each can be tried alone. */
	draftTakes: 'either' | 'reference' | 'content';
	features: { seal: boolean; expiresAt: boolean; groups: boolean; expressQes: boolean };
	/** Lifetimes of interface.md 5.5. */
	tokenLifetimesMs: { v1: number; v2: number; v3: number };
	/** 403 carries the keys `error.auth.token_expired` and `error.auth.token_invalid`. */
	refusedTokenStatus: 401 | 403;
	validationLogin: 'text' | 'json' | 'off';
	signingTokenOpensValidation: boolean;
	/** Where the caller names none; the regions differ. */
	defaultLegislation: Legislation;
	rateLimits: RateLimit[];
	maxDocumentBytes: number;
	/** The first one is used unless the caller names another. */
	seals: Seal[];
	/** Of a whole request to the validation interface (interface.md 8). */
	maxValidationBytes: number;
	validationResultMs: number;
	/** How long the tooling keeps a file, and how long a file is busy after each call that works on it. */
	toolingFileMs: number;
	toolingBusyMs: number;
	/** How long the search for signers answers `pending`. */
	toolingPendingMs: number;
	/** Steps that this region does not offer yet: they answer 501. */
	toolingWithout: ToolingStep[];
	toolingTags: TagSyntax;
	/** How long documents outlive their deleted request (interface.md 4.2). */
	cascadeMs: number;
	/** `file_url` reaches beyond this machine only when this is on. */
	remoteDownloads: boolean;
	/** Where an n8n runs beside the sandbox; the overview links to it. */
	n8nUrl?: string;
	/** Signer and observer groups that requests can name. */
	groups: Group[];
	/** Days until a request and its documents are deleted; absent: no retention policy. */
	retentionDays?: number;
	/** How long after being asked everyone signs by themselves; by default no one does. */
	automaticSigningMs?: number | null;
	callbackRetryMs: number;
	callbackGiveUpMs: number;
	/** The certificate that callbacks present when asked (interface.md 5.8), and whom they trust. */
	callbackTls?: { key?: string; cert?: string; ca?: string };
}

const MINUTE = 60_000;
const MEBIBYTE = 1024 * 1024;

export const DEFAULT_SETTINGS: Omit<Settings, keyof DialectSettings> = {
	dialect: 'contract',
	users: [
		{
			username: 'api_demo_sandbox',
			apiKey: 'api_demo_key_0123456789',
			email: 'demo@sandbox.example',
			validation: true,
		},
		{
			username: 'api_production_sandbox',
			apiKey: 'api_production_key_0123456789',
			email: 'production@sandbox.example',
			validation: true,
		},
	],
	accounts: [],
	identified: {},
	draftTakes: 'either',
	features: { seal: true, expiresAt: true, groups: true, expressQes: true },
	tokenLifetimesMs: { v1: 60 * MINUTE, v2: 20 * MINUTE, v3: 20 * MINUTE },
	refusedTokenStatus: 401,
	validationLogin: 'text',
	signingTokenOpensValidation: true,
	defaultLegislation: 'ZERTES',
	rateLimits: [
		{
			method: 'POST',
			path: '/access/login',
			max: 120,
			windowMs: MINUTE,
			retryAfter: 'seconds',
		},
	],
	maxDocumentBytes: 112.5 * MEBIBYTE,
	seals: [{ accountName: 'sandbox_seal', company: 'Sandbox Company Ltd' }],
	maxValidationBytes: 50 * MEBIBYTE,
	validationResultMs: 10 * MINUTE,
	toolingFileMs: 10 * MINUTE,
	toolingBusyMs: 0,
	toolingPendingMs: 0,
	toolingWithout: [],
	toolingTags: {
		...{ begin: '{{', end: '}}', sign: 'sign', observe: 'observe' },
		...{ width: 160, height: 45 },
	},
	cascadeMs: 5_000,
	remoteDownloads: false,
	groups: [
		{
			id: 'gr_sandbox',
			name: 'Sandbox team',
			members: ['demo@sandbox.example', 'production@sandbox.example'],
		},
	],
	callbackRetryMs: 10 * MINUTE,
	callbackGiveUpMs: 120 * MINUTE,
};

export type SettingsInput = Partial<Omit<Settings, 'features' | 'tokenLifetimesMs'>> & {
	features?: Partial<Settings['features']>;
	tokenLifetimesMs?: Partial<Settings['tokenLifetimesMs']>;
};

export function completeSettings(input: SettingsInput): Settings {
	return {
		...DEFAULT_SETTINGS,
		...DIALECT_SETTINGS[input.dialect ?? DEFAULT_SETTINGS.dialect],
		...omitUndefined(input),
		features: { ...DEFAULT_SETTINGS.features, ...omitUndefined(input.features ?? {}) },
		tokenLifetimesMs: {
			...DEFAULT_SETTINGS.tokenLifetimesMs,
			...omitUndefined(input.tokenLifetimesMs ?? {}),
		},
	};
}
