/** What the service answers about a validation or the account in another form than the sandbox. */
import { UNKNOWN } from '../../support/service/requestOperation';
import { startService } from '../../support/service/service';

it.each([
	['getInfo', 'validation', { indication: 'MAYBE', confidence: 0.5 }, { verdict: 'indeterminate' }],
	['getUsage', 'credit', { anything: [1, { goes: true }] }, {}],
])('%s passes on what is not known yet', async (operation, resource, body, more) => {
	const service = await startService();
	service.sandbox.faults.add({ path: /\/infos\/|\/usage$/, status: 200, body });
	const form = { resource, validationId: UNKNOWN };
	const { outputs } = await service.validation(operation, form, { unknownFields: true });
	expect(outputs[0]![0]!.json).toMatchObject({ ...body, ...more });
});

it.each([
	[true, []],
	[false, [{ signers: [] }]],
])('no one has signed an unsigned document (one item each: %s)', async (split, expected) => {
	const service = await startService();
	service.sandbox.faults.add({ path: /\/signers$/, status: 200, body: [] });
	const form = { validationId: UNKNOWN, split };
	const { outputs } = await service.validation('getSigners', form);
	expect((outputs[0] ?? []).map(({ json }) => json)).toEqual(expected);
});
