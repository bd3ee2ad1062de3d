import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z, ZodError } from 'zod/v4';
import { createClock } from './state/clock.ts';
import { DIALECTS, type Dialect } from './state/dialect.ts';
import { Scenario } from './scenario.ts';
import type { SandboxOptions } from './server.ts';
import { DEFAULT_SETTINGS, type RateLimit, type Settings } from './state/settings.ts';

export const HELP = `The electronic signature service in small, on this machine.

  esignature-sandbox [flags]      (in the repository: npm run sandbox -- [flags])

  --port <number>             where to listen (8377; 0 takes any free port)
  --host <address>            where to be reached (127.0.0.1; 0.0.0.0 from everywhere)
  --public-url <url>          the address that links begin with, behind a proxy or in a container
  --n8n-url <url>             the n8n to which the start page leads
  --allowed-host <name>       one more name under which it may be called; may be repeated
  --data <folder>             where everything is kept (~/.esignature-sandbox)
  --memory                    keeps nothing: all is gone when it ends
  --control-key <key>         lets other machines control it who send this key
  --tls                       HTTPS, with an authority of its own: GET /sandbox/tls.pem
  --tls-key <file>, --tls-cert <file>  HTTPS, with this certificate
  --scenario <file>           users, documents and requests to start with, as JSON
  --smtp <host:port>          hands the mails on to this mail server
  --smtp-port <number>        takes mails of your own workflows there and shows them
  --dialect <name>            contract, or public: as the public regions speak (contract)
  --region <ch|de>            whose default legislation applies (ch: ZERTES, de: EIDAS)
  --speed <factor>            how fast the clock runs (1); 60 makes a minute of an hour
  --without <feature>         switches a feature off: seal, expiresAt, groups, expressQes
  --account <email>           a person who has an account; may be repeated
  --sign-after-seconds <s>    everyone who is asked signs after that time
  --retention-days <days>     deletes requests and their documents after that time
  --cascade-seconds <s>       how long documents outlive their deleted request (5)
  --max-document-bytes <n>    the largest document (117964800)
  --max-validation-bytes <n>  the largest call of the validation (52428800)
  --rate-limit <path=n/s>     at most n calls of a path in s seconds; may be repeated
  --callback-retry-seconds <s>  how soon a failed callback is repeated (600)
  --callback-tls-key <file>, --callback-tls-cert <file>, --callback-tls-ca <file>
                              what callbacks identify themselves with, and whom they trust
  --draft-takes <name>        how a draft takes documents: either, reference, content (either)
  --placeholder-prefix <text> of the placeholders in callback addresses (of the dialect)
  --first-page <0|1>          what the first page of a list is called (of the dialect)
  --help                      shows this
`;

/** A flag that cannot be used; the message is all that the person needs to read. */
export class FlagError extends Error {}

const DEFAULT_PORT = 8377;
const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;
const FLAGS = {
	port: text,
	host: text,
	'public-url': text,
	'n8n-url': text,
	'allowed-host': list,
	'control-key': text,
	tls: { type: 'boolean' },
	'tls-key': text,
	'tls-cert': text,
	scenario: text,
	smtp: text,
	'smtp-port': text,
	data: text,
	memory: { type: 'boolean' },
	dialect: text,
	region: text,
	speed: text,
	without: list,
	account: list,
	'sign-after-seconds': text,
	'retention-days': text,
	'cascade-seconds': text,
	'max-document-bytes': text,
	'max-validation-bytes': text,
	'rate-limit': list,
	'callback-retry-seconds': text,
	'callback-tls-key': text,
	'callback-tls-cert': text,
	'callback-tls-ca': text,
	'draft-takes': text,
	'placeholder-prefix': text,
	'first-page': text,
	help: { type: 'boolean' },
} as const;

/** Undefined when help was asked for. */
export function readFlags(args: string[]): SandboxOptions | undefined {
	const flags = parse(args);
	if (flags.help) return undefined;
	const number = (name: keyof typeof flags, min: number, max = Number.MAX_SAFE_INTEGER) =>
		readNumber(name, flags[name] as string | undefined, min, max);
	const seconds = (name: keyof typeof flags) => times(number(name, 0), 1000);
	const speed = readSpeed(flags.speed);
	return {
		port: number('port', 0, 65_535) ?? DEFAULT_PORT,
		host: flags.host,
		publicUrl: readUrl('public-url', flags['public-url']),
		n8nUrl: readUrl('n8n-url', flags['n8n-url']),
		allowedHosts: flags['allowed-host'],
		controlKey: flags['control-key'],
		tls: readOwnTls(flags),
		scenario: readScenario(flags.scenario),
		smtp: readSmtp(flags.smtp),
		smtpPort: number('smtp-port', 0, 65_535),
		dataFolder: readDataFolder(flags),
		clock: createClock({ speed }),
		dialect: readDialect(flags.dialect),
		defaultLegislation: readRegion(flags.region),
		features: readFeatures(flags.without ?? []),
		accounts: flags.account,
		automaticSigningMs: seconds('sign-after-seconds'),
		retentionDays: number('retention-days', 1),
		cascadeMs: seconds('cascade-seconds'),
		maxDocumentBytes: number('max-document-bytes', 1),
		maxValidationBytes: number('max-validation-bytes', 1),
		rateLimits: [...DEFAULT_SETTINGS.rateLimits, ...(flags['rate-limit'] ?? []).map(readRateLimit)],
		callbackRetryMs: seconds('callback-retry-seconds'),
		callbackTls: readTls(flags),
		draftTakes: readChoice('draft-takes', flags['draft-takes'], DRAFT_WAYS),
		placeholderPrefix: flags['placeholder-prefix'],
		firstPageNumber: number('first-page', 0, 1) as 0 | 1 | undefined,
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({ args, options: FLAGS, strict: true }).values;
	} catch (error) {
		const [sentence] = (error as Error).message.split('. ');
		throw new FlagError(`${sentence}. See --help.`);
	}
}

function readNumber(name: string, value: string | undefined, min: number, max: number) {
	if (value === undefined) return undefined;
	const number = Number(value);
	if (/^\d+$/.test(value) && number >= min && number <= max) return number;
	const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
	throw new FlagError(`--${name} must be a whole number ${range}, not "${value}".`);
}

function readUrl(name: string, value: string | undefined): string | undefined {
	if (value === undefined || (URL.canParse(value) && /^https?:/.test(value))) return value;
	throw new FlagError(`--${name} must be an address such as https://sign.example, not "${value}".`);
}

function readSmtp(value: string | undefined): SandboxOptions['smtp'] {
	if (value === undefined) return undefined;
	const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
	if (host) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
	throw new FlagError(`--smtp must look like localhost:25, not "${value}".`);
}

function readDataFolder({ data, memory }: { data?: string; memory?: boolean }): string | undefined {
	if (!memory) return path.resolve(data ?? path.join(homedir(), '.esignature-sandbox'));
	if (data === undefined) return undefined;
	throw new FlagError('--memory keeps nothing, so it cannot be combined with --data.');
}

const DRAFT_WAYS = ['either', 'reference', 'content'] as const;

function readChoice<Choice extends string>(
	name: string,
	value: string | undefined,
	choices: readonly Choice[],
): Choice | undefined {
	const choice = choices.find((one) => one === value);
	if (value === undefined || choice) return choice;
	throw new FlagError(`--${name} must be one of ${choices.join(', ')}, not "${value}".`);
}

function readTls(flags: Partial<Record<string, unknown>>): Settings['callbackTls'] {
	const [key, cert, ca] = (['key', 'cert', 'ca'] as const).map((part) => {
		const file = flags[`callback-tls-${part}`] as string | undefined;
		return file === undefined ? undefined : readText(`callback-tls-${part}`, file);
	});
	return (key ?? cert ?? ca) === undefined ? undefined : { key, cert, ca };
}

function readOwnTls(flags: { tls?: boolean; 'tls-key'?: string; 'tls-cert'?: string }) {
	const { 'tls-key': key, 'tls-cert': cert } = flags;
	if (key === undefined && cert === undefined) return flags.tls ? (true as const) : undefined;
	if (key === undefined || cert === undefined) {
		throw new FlagError('--tls-key and --tls-cert belong together.');
	}
	return { key: readText('tls-key', key), cert: readText('tls-cert', cert) };
}

function readScenario(file: string | undefined): Scenario | undefined {
	if (file === undefined) return undefined;
	try {
		return Scenario.parse(JSON.parse(readText('scenario', file)));
	} catch (error) {
		if (error instanceof FlagError) throw error;
		const why = error instanceof ZodError ? z.prettifyError(error) : String(error);
		throw new FlagError(`--scenario: ${file} can't be used.\n${why}`);
	}
}

function readText(name: string, file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		throw new FlagError(`--${name}: the file ${file} cannot be read.`);
	}
}

function readSpeed(value: string | undefined): number {
	const speed = Number(value ?? 1);
	if (speed > 0 && Number.isFinite(speed)) return speed;
	throw new FlagError(`--speed must be a number above 0, not "${value}".`);
}

function readDialect(value: string | undefined): Dialect | undefined {
	const dialect = DIALECTS.find((one) => one === value);
	if (value === undefined || dialect) return dialect;
	throw new FlagError(`--dialect must be ${DIALECTS.join(' or ')}, not "${value}".`);
}

function readRegion(value: string | undefined): Settings['defaultLegislation'] | undefined {
	if (value === undefined || value === 'ch') return value && 'ZERTES';
	if (value === 'de') return 'EIDAS';
	throw new FlagError(`--region must be ch or de, not "${value}".`);
}

function readFeatures(off: string[]): Settings['features'] {
	const features = { ...DEFAULT_SETTINGS.features };
	for (const name of off) {
		if (!(name in features)) {
			throw new FlagError(
				`--without must name one of ${Object.keys(features).join(', ')}, not "${name}".`,
			);
		}
		features[name as keyof Settings['features']] = false;
	}
	return features;
}

function readRateLimit(value: string): RateLimit {
	const [, path, max, seconds] = /^(\/[^=]*)=(\d+)\/(\d+)$/.exec(value) ?? [];
	if (path)
		return { path, max: Number(max), windowMs: Number(seconds) * 1000, retryAfter: 'seconds' };
	throw new FlagError(`--rate-limit must look like /documents=10/60, not "${value}".`);
}

const times = (value: number | undefined, factor: number) => value && value * factor;
