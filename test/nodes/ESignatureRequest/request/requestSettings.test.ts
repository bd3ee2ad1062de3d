import { requireKnown } from '../../../../nodes/ESignatureRequest/request/requestSettings';
import type { SettingValues } from '../../../../nodes/ESignatureRequest/request/requestSettings';
import { clearField } from '../../../../nodes/ESignatureRequest/request/update/update.fields';
import { rulesOf, type Dialect } from '../../../../nodes/shared/account/dialect';
import type { ItemContext } from '../../../../nodes/shared/execution/operation';
import type { Version } from '../../../support/operations/requestForms';

it('Update can clear what a request can be without', () => {
	expect(clearField.options.map(({ name, value }) => `${name}: ${value}`)).toEqual([
		'Attach to Final Email: attachOnSuccess',
		'CC: ccEmailAddresses',
		'Message: message',
		'Read Access: readAccess',
		'Write Access: writeAccess',
		'Your Reference: custom',
	]);
});

/** An expression can fill in an option that the form hides. */
it.each<['create' | 'update', Version, Dialect, SettingValues, RegExp | undefined]>([
	['create', 'v1', 'contract', { custom: 'a' }, /^options\.custom doesn't exist in API Version V1/],
	['create', 'v1', 'contract', { message: 'a', readAccess: ['a@example.com'] }, undefined],
	[
		'create',
		'v2',
		'contract',
		{ expiresAt: '2030-01-01' },
		/^options\.expiresAt doesn't exist in API Version V2 at a custom/,
	],
	['create', 'v3', 'public', { ccEmailAddresses: ['a@example.com'] }, undefined],
	['update', 'v1', 'contract', { attachOnSuccess: [] }, /^changes\.attachOnSuccess doesn't exist/],
	['update', 'v2', 'public', { expiresAt: '2030-01-01' }, /^changes\.expiresAt doesn't exist in/],
	[
		'update',
		'v3',
		'public',
		{ ccEmailAddresses: [] },
		/^changes\.ccEmailAddresses [^]*Observer: Add/,
	],
	['update', 'v3', 'contract', { ccEmailAddresses: [] }, undefined],
])('%s in %s (%s) with %j', (purpose, version, dialect, values, says) => {
	const fault = ({ path, message }: { path: Array<string | number>; message: string }) =>
		new Error(`${path.join('.')} ${message}`);
	const within = (name: string) => [purpose === 'create' ? 'options' : 'changes', name];
	const check = () =>
		requireKnown({ fault } as unknown as ItemContext, values, {
			purpose,
			version,
			rules: rulesOf(dialect, version),
			within,
		});
	if (says) expect(check).toThrow(says);
	else check();
});
