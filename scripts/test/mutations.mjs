/**
 * What `npm test mutation` changes, and which tests have to notice. Only the tests of a file's own: all
 * that use it somehow would take hours.
 */
const unit = (file, ...more) => ({
	file: `nodes/${file}.ts`,
	tests: [file, ...more].map((test) => `test/nodes/${test}.test.ts`),
});

/** Each change loads n8n's engine anew, so these are changed only when they are asked for by name. */
const inEngine = (file, ...tests) => ({
	file: `nodes/${file}.ts`,
	tests: tests.map((test) => `test/workflows/${test}.test.ts`),
	isSlow: true,
});

export const MUTATED = [
	unit('shared/http/retry'),
	unit('shared/http/body'),
	unit('shared/http/limiter/limiter', 'shared/http/limiter/services'),
	unit('shared/http/limiter/adaptiveBucket', 'shared/http/limiter/services'),
	unit('shared/operation/once'),
	unit('shared/operation/sideBySide'),
	unit('shared/signatureRequest/pages'),
	unit('shared/signatureRequest/moment'),
	unit('shared/callback/callback'),
	unit('shared/memory/bounded'),
	unit('shared/callback/pace'),
	unit('shared/account/token'),
	unit('shared/account/logins'),
	unit('ESignaturePollingTrigger/watchState'),
	unit('ESignatureRequest/operations/observer/observer.body'),
	unit('ESignatureRequest/operations/request/create/signatureRequest.body'),
	unit('ESignatureRequest/operations/request/update/update.body'),
	{
		file: 'nodes/ESignatureRequest/operations/request/change/requestChange.body.ts',
		tests: ['test/nodes/ESignatureRequest/operations/request/update/update.body.test.ts'],
	},
	{
		file: 'nodes/ESignatureRequest/operations/signerEntry/signer.body.ts',
		tests: ['create/signatureRequest', 'update/update'].map(
			(body) => `test/nodes/ESignatureRequest/operations/request/${body}.body.test.ts`,
		),
	},
	unit('ESignatureSeal/operations/seal/seal.body'),
	inEngine('shared/callback/callbackAnswer', 'ESignatureRequestTrigger/trigger'),
	inEngine('shared/callback/callbackCheck', 'ESignatureRequestTrigger/trigger'),
];

/** Changes that change nothing, so no test can notice them: what becomes what, `at` in which line, and why. */
export const EQUIVALENT = {
	'nodes/shared/signatureRequest/moment.ts': [
		{ at: "status = ''", from: "''", to: '"Stryker was here!"', why: 'neither is a state' },
	],
	'nodes/ESignaturePollingTrigger/watchState.ts': [
		{ from: 'a.id < b.id', to: 'a.id <= b.id', why: 'they differ' },
		{ from: "['', reachMs]", to: '["Stryker was here!", reachMs]', why: 'the id is not used' },
	],
	'nodes/shared/callback/callback.ts': [
		{ at: 'split(', from: "''", to: '"Stryker was here!"', why: 'a text has at least one part' },
		{ at: "split('=')", from: "''", to: '"Stryker was here!"', why: 'the same' },
		{
			at: "split('#')[0]?.",
			from: "address.split('#')[0]?.split",
			to: "address.split('#')[0].split",
			why: 'the same',
		},
		{ at: "join('?')", from: "'?'", to: '""', why: 'no parameter of ours holds a question mark' },
		{
			at: "apiVersion ?? ''",
			from: "''",
			to: '"Stryker was here!"',
			why: 'all that we write name a version',
		},
	],
	'nodes/shared/signatureRequest/pages.ts': [
		{ from: '!found.has(entry.id)', to: 'true', why: 'setting it again keeps its place' },
	],
	'nodes/ESignatureRequest/operations/signerEntry/signer.body.ts': [
		{
			from: 'orders.filter((order) => order !== undefined)',
			to: 'orders',
			why: 'all signers have a number, or none',
		},
		{ at: 'orders.filter', from: 'order !== undefined', to: 'true', why: 'the same' },
		...[
			[
				"signer.kind === 'group' || !('provider' in signer)",
				"signer.kind === 'group' && !('provider' in signer)",
			],
			["signer.kind === 'group' || !('provider' in signer)", 'false'],
			["signer.kind === 'group'", 'false'],
			["'group'", '""'],
			["'provider' in signer", 'false'],
			["'provider'", '""'],
		].map(([from, to]) => ({
			at: "'provider' in signer",
			from,
			to,
			why: 'no such signer passes the schema of the version; it is there for the types',
		})),
		{
			at: 'signer_email_address:',
			from: "signer.kind === 'both'",
			to: 'true',
			why: 'others have no email in v1',
		},
		{
			at: 'isHere(signer.formFieldDocument)',
			from: 'documentNumber === undefined',
			to: 'false',
			why: 'v1 and v2 know no document of a form field',
		},
		{ from: "'free'", to: '""', why: 'what is not found in the switch is undefined too' },
	],
	'nodes/shared/operation/once.ts': [
		{ from: '{ unknown: true }', to: '{}', why: 'it differs from an answer by having none' },
		{ at: 'unknown: true', from: 'true', to: 'false', why: 'the same' },
		{ from: 'step === undefined', to: 'false', why: 'no step is called "undefined"' },
	],
	'nodes/shared/account/token.ts': [
		{ from: 'exp !== undefined', to: 'true', why: 'NaN is less than nothing' },
		{ from: "''", to: '"Stryker was here!"', why: 'neither is JSON' },
	],
};
