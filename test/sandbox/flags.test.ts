import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { ChangeableSettings } from '../../sandbox/control/settings.operations.ts';
import { readFlags } from '../../sandbox/flags.ts';
import { completeSettings } from '../../sandbox/state/settings.ts';

const ALL = { seal: true, groups: true, expiresAt: true, expressQes: true };

describe('Flags', () => {
	test.each<[string, object]>([
		['', { port: 8377, defaultLegislation: undefined }],
		['--port 0', { port: 0 }],
		['--dialect public', { dialect: 'public' }],
		['--dialect contract', { dialect: 'contract' }],
		['--region de', { defaultLegislation: 'EIDAS' }],
		['--region ch', { defaultLegislation: 'ZERTES' }],
		['--without seal --without groups', { features: { ...ALL, seal: false, groups: false } }],
		['--account a@b.ch --account c@d.ch', { accounts: ['a@b.ch', 'c@d.ch'] }],
		['--retention-days 30', { retentionDays: 30 }],
		['--cascade-seconds 0', { cascadeMs: 0 }],
		['--max-document-bytes 1000', { maxDocumentBytes: 1000 }],
		['--callback-retry-seconds 5', { callbackRetryMs: 5000 }],
		['--placeholder-prefix SKRIBBLE', { placeholderPrefix: 'SKRIBBLE' }],
		['--first-page 1', { firstPageNumber: 1 }],
		['', { host: undefined, dataFolder: path.join(homedir(), '.esignature-sandbox') }],
		['--host 0.0.0.0 --allowed-host a', { host: '0.0.0.0', allowedHosts: ['a'] }],
		['--public-url https://sign.example', { publicUrl: 'https://sign.example' }],
		['--n8n-url http://localhost:5678', { n8nUrl: 'http://localhost:5678' }],
		['--data here', { dataFolder: path.resolve('here') }],
		['--memory', { dataFolder: undefined }],
		['--control-key secret', { controlKey: 'secret' }],
		['--smtp localhost:25 --smtp-port 0', { smtp: { host: 'localhost', port: 25 }, smtpPort: 0 }],
		['--smtp [::1]:25', { smtp: { host: '::1', port: 25 } }],
		['--sign-after-seconds 5', { automaticSigningMs: 5000 }],
		['--max-validation-bytes 10', { maxValidationBytes: 10 }],
		['--draft-takes content', { draftTakes: 'content' }],
	])('%s', (flags, expected) => {
		expect(readFlags(flags.split(' ').filter(Boolean))).toMatchObject(expected);
	});

	test('a rate limit comes beside that of the login', () => {
		expect(readFlags(['--rate-limit', '/documents=10/60'])?.rateLimits).toMatchObject([
			{ path: '/access/login' },
			{ path: '/documents', max: 10, windowMs: 60_000, retryAfter: 'seconds' },
		]);
	});

	test.each([
		['--port http', '--port must be a whole number from 0 to 65535, not "http".'],
		['--port 70000', '--port must be a whole number from 0 to 65535, not "70000".'],
		['--speed 0', '--speed must be a number above 0, not "0".'],
		['--dialect swiss', '--dialect must be contract or public, not "swiss".'],
		['--region fr', '--region must be ch or de, not "fr".'],
		[
			'--without magic',
			'--without must name one of seal, expiresAt, groups, expressQes, not "magic".',
		],
		['--rate-limit 10', '--rate-limit must look like /documents=10/60, not "10".'],
		['--retention-days 0', '--retention-days must be a whole number from 1, not "0".'],
		[
			'--public-url sign',
			'--public-url must be an address such as https://sign.example, not "sign".',
		],
		['--memory --data a', '--memory keeps nothing, so it cannot be combined with --data.'],
		['--smtp localhost', '--smtp must look like localhost:25, not "localhost".'],
		['--draft-takes all', '--draft-takes must be one of either, reference, content, not "all".'],
		['--callback-tls-key nowhere', '--callback-tls-key: the file nowhere cannot be read.'],
		['--colour', "Unknown option '--colour'. See --help."],
	])('%s is refused in one sentence', (flags, sentence) => {
		expect(() => readFlags(flags.split(' '))).toThrow(new Error(sentence));
	});

	test('what is left out keeps its default', () => {
		expect(completeSettings({ cascadeMs: undefined, features: { seal: undefined } })).toEqual(
			completeSettings({}),
		);
	});

	test('the dialect sets what belongs to it, and what is given wins', () => {
		const defaults = (dialect?: 'contract' | 'public') => completeSettings({ dialect });
		expect(defaults()).toEqual(defaults('contract'));
		expect(defaults()).toMatchObject({
			...{ placeholderPrefix: 'SERVICE', firstPageNumber: 0, maxDocumentBytes: 117_964_800 },
		});
		expect(defaults('public')).toMatchObject({ placeholderPrefix: 'SKRIBBLE', firstPageNumber: 1 });
		expect(
			completeSettings({ dialect: 'public', firstPageNumber: 0, placeholderPrefix: undefined }),
		).toMatchObject({ placeholderPrefix: 'SKRIBBLE', firstPageNumber: 0 });
	});
});

/** The names that an interface in one of our files has. */
function membersOf(file: string, name: string): string[] {
	const text = readFileSync(path.join(__dirname, '../../sandbox', file), 'utf8');
	const found = ts
		.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
		.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
	if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} has no ${name}`);
	return found.members.flatMap((member) => member.name?.getText() ?? []);
}

test('whatever a program can set has a flag or a control call', () => {
	const options = [
		...membersOf('server.ts', 'SandboxOptions'),
		...membersOf('state/settings.ts', 'Settings'),
		...membersOf('state/dialect.ts', 'DialectSettings'),
	];
	const reachable = new Set([
		...Object.keys(readFlags([]) ?? {}),
		...Object.keys(ChangeableSettings.shape),
		// By GET /sandbox/calls.
		'onCall',
		// For tests alone.
		'checksAnswers',
	]);
	expect(options.length).toBeGreaterThan(30);
	expect(options.filter((name) => !reachable.has(name))).toEqual([]);
});
