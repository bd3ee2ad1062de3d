import { existsSync } from 'node:fs';
import path from 'node:path';

/** Of someone who works with n8n. */
export interface Account {
	email: string;
	password: string;
}

/** The first account of the n8n that we start. It listens on this machine alone. */
export const owner = {
	email: 'owner@example.com',
	password: 'Sandbox-123',
	/** bcrypt of the password. */
	passwordHash: '$2a$10$uX0nWq4c2S6NWGoaHzoIe.4xFxfiEBTCS4I3LMY3igqG1JpOpasLW',
};

/** What a process needs of the machine; whatever else is set, above all N8N_… and DB_…, is not ours. */
const INHERITED = [
	'PATH',
	'HOME',
	'LANG',
	'TZ',
	'TMPDIR',
	'NODE_COMPILE_CACHE',
	'N8N_IMAGE',
	// The tests keep n8n from calling others with these: test/support/jest/loopbackOnly.cjs.
	...['NODE_OPTIONS', 'FOREIGN_CALLS', 'CURRENT_TEST'],
	...['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
];

const QUIET_AND_OFFLINE = {
	N8N_AI_ENABLED: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** The first asks n8n's servers for a list at every start; the second greets with an offer of theirs. */
export const UNWANTED_MODULES = ['mcp-registry', 'instance-ai'];

const OWNER = {
	N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
	N8N_INSTANCE_OWNER_EMAIL: owner.email,
	N8N_INSTANCE_OWNER_FIRST_NAME: 'Sandbox',
	N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
	N8N_INSTANCE_OWNER_PASSWORD_HASH: owner.passwordHash,
};

export interface Placement {
	/** n8n's command file. */
	command: string;
	userFolder: string;
	/** The only folder whose files workflows may read and write. */
	files: string;
	port: number;
	/** Of the task broker, where two n8n processes on one machine would clash. */
	brokerPort: number;
}

export function environmentOf(placement: Placement): Record<string, string> {
	const { command, userFolder, files, port, brokerPort } = placement;
	return {
		...inheritedEnvironment(),
		...QUIET_AND_OFFLINE,
		...OWNER,
		...withoutModules(command, UNWANTED_MODULES),
		N8N_USER_FOLDER: userFolder,
		N8N_RESTRICT_FILE_ACCESS_TO: files,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// The browser speaks plain http to it.
		N8N_SECURE_COOKIE: 'false',
		// From 3.0 on, n8n loads no package otherwise that it has not verified.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		// On a busy machine an answer takes its time; after 5 s n8n would refuse every call with 503.
		DB_PING_TIMEOUT_MS: '60000',
	};
}

/** n8n refuses to start when the list of modules to leave out names one that it does not have. */
export function withoutModules(command: string, names: string[]): Record<string, string> {
	const modules = path.join(path.dirname(command), '..', 'dist', 'modules');
	const existing = names.filter((name) =>
		[name, `${name}.ee`].some((folder) => existsSync(path.join(modules, folder))),
	);
	return { N8N_DISABLED_MODULES: existing.join(',') };
}

function inheritedEnvironment(): Record<string, string> {
	return Object.fromEntries(
		INHERITED.flatMap((name) => {
			const value = process.env[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}
