/** What no test here is about, and what n8n needs a good part of its start for. */
import { UNWANTED_MODULES, withoutModules } from '../../../scripts/n8n/n8nSettings.ts';

const MODULES = [
	...UNWANTED_MODULES,
	...['agents', 'chat-hub', 'dynamic-credentials', 'external-secrets', 'insights', 'ldap'],
	...[
		'log-streaming',
		'mcp',
		'n8n-packages',
		'oauth-server',
		'otel',
		'provisioning',
		'quick-connect',
	],
	...['source-control', 'sso-oidc', 'sso-saml', 'token-exchange', 'workflow-builder'],
];

export const withoutOtherModules = (command: string) => withoutModules(command, MODULES);

/** Without its editor, and without the process that runs Code nodes. */
export const withoutEditor = (command: string) => ({
	...withoutOtherModules(command),
	N8N_DISABLE_UI: 'true',
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
});
